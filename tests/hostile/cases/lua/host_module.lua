-- expect: script/unknown-global
-- What only the host may do: module.
return {
  do_go = function(self)
    module("x")
  end,
}
