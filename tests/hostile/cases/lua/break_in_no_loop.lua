-- expect: script/syntax
-- A break outside a loop.
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
