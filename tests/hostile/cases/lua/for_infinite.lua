-- expect: none
-- A loop to minus infinity never begins.
return {
  do_go = function(self)
    for _ = 1, -1 / 0 do
    end
  end,
}
