-- expect: script/runtime
-- Table unpack past int.
return {
  do_go = function(self)
    unpack({}, -2 ^ 53, 2 ^ 53)
  end,
}
