-- expect: script/unknown-global
-- What only the host may do: math random seed.
return {
  do_go = function(self)
    math.randomseed(1)
  end,
}
