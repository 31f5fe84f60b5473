-- expect: script/runtime
-- tonumber with a base that does not exist.
return {
  do_go = function(self)
    say(tostring(tonumber("zz", 99)) .. tonumber("z", 1e300))
  end,
}
