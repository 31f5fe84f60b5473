-- expect: script/unknown-global
-- A function that only a host may call: math.randomseed.
return {
  do_go = function(self)
    math.randomseed(1)
  end,
}
