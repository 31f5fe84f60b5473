-- expect: script/unknown-global
-- Catching the error of a used-up budget.
return {
  do_go = function(self)
    pcall(function()
      while true do
      end
    end)
  end,
}
