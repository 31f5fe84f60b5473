-- expect: game/bounds
-- Each name is a stream in the state.
return {
  do_go = function(self)
    local i = 0
    while true do
      i = i + 1
      random("stream" .. i, 1, 6)
    end
  end,
}
