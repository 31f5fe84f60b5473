-- expect: script/fuel
-- Adding 1 to 2^53 gives 2^53 again.
return {
  do_go = function(self)
    for i = 2 ^ 53, 2 ^ 53 + 2 do end
  end,
}
