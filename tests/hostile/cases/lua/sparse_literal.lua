-- expect: script/runtime
-- A distant index in a table constructor.
return {
  do_go = function(self)
    return { [67108863] = 1 }
  end,
}
