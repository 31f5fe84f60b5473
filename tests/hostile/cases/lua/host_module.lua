-- expect: script/unknown-global
-- A function that only a host may call: module.
return {
  do_go = function(self)
    module("x")
  end,
}
