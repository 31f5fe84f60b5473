-- expect: none
-- No number of Lua is infinite here: the loop never begins.
return {
  do_go = function(self)
    for _ = 1, -1 / 0 do
    end
  end,
}
