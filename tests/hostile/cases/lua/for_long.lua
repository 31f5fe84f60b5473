-- expect: script/fuel
-- A for loop of more turns than there is time.
return {
  do_go = function(self)
    for _ = 1, 1e18 do
    end
  end,
}
