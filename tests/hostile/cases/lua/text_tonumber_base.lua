-- expect: script/runtime
-- Text tonumber base.
return {
  do_go = function(self)
    say(tostring(tonumber("zz", 99)) .. tonumber("z", 1e300))
  end,
}
