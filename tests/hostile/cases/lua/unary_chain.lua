-- expect: script/syntax
-- Unary operators without an operand.
return {
  do_go = function(self)
    return + * / 1
  end,
}
