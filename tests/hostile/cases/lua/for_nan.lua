-- expect: none
-- A loop to NaN never begins.
return {
  do_go = function(self)
    for _ = 1, 0 / 0 do
    end
  end,
}
