-- expect: script/fuel
-- Endless recursion through table.sort.
return {
  do_go = function(self)
    local function again()
      table.sort({2, 1}, again)
    end
    again()
  end,
}
