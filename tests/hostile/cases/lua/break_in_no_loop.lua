-- expect: script/syntax
-- A break that has nothing to end.
return {
  do_go = function(self)
    for _ = 1, 2 do
      local f = function()
        break
      end
      f()
    end
  end,
}
