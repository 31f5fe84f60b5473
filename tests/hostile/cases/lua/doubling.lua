-- expect: script/runtime
-- A string that doubles in every iteration.
return {
  do_go = function(self)
    local s = "x"
    while true do
      s = s .. s
    end
  end,
}
