-- expect: script/unknown-global
-- Catching the end of the budget.
return {
  do_go = function(self)
    pcall(function()
      while true do
      end
    end)
  end,
}
