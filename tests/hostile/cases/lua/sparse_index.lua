-- expect: none
-- A far place in a list.
return {
  do_go = function(self)
    local t = {}
    t[67108863] = 1
  end,
}
