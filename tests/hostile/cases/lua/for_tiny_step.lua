-- expect: script/fuel
-- A loop whose step is too small to reach the end.
return {
  do_go = function(self)
    for _ = 1, 2, 1e-300 do
    end
  end,
}
