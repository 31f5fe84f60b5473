-- expect: script/fuel
-- A local that bears the name of a value of the game is none.
return {
  do_go = function(self)
    local all, i = {}, 0
    while true do
      i = i + 1
      local vars = {}
      <<100 * "vars.k%d = 1 ">>
      all[i] = vars
    end
  end,
}
