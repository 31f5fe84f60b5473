-- expect: script/fuel
-- A local named vars is an ordinary table, not the game's variables.
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
