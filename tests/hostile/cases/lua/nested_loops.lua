-- expect: script/fuel
-- Nested loops.
return {
  do_go = function(self)
    for _ = 1, 1e6 do
      for _ = 1, 1e6 do
        for _ = 1, 1e6 do
        end
      end
    end
  end,
}
