-- expect: script/runtime
-- A text that doubles.
return {
  do_go = function(self)
    local s = "x"
    while true do
      s = s .. s
    end
  end,
}
