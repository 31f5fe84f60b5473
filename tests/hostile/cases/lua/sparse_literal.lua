-- expect: script/runtime
-- A far place in a constructor.
return {
  do_go = function(self)
    return { [67108863] = 1 }
  end,
}
