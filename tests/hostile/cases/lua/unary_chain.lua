-- expect: script/syntax
-- Operators without operands.
return {
  do_go = function(self)
    return + * / 1
  end,
}
