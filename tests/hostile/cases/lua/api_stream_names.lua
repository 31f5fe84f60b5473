-- expect: game/bounds
-- A new random stream in each iteration, all of which become part of the state.
return {
  do_go = function(self)
    local i = 0
    while true do
      i = i + 1
      random("stream" .. i, 1, 6)
    end
  end,
}
