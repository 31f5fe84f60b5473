-- expect: script/fuel
-- A for loop with too many iterations to finish.
return {
  do_go = function(self)
    for _ = 1, 1e18 do
    end
  end,
}
