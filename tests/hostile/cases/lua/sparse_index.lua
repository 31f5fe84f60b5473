-- expect: none
-- Assigning to a distant index of a list.
return {
  do_go = function(self)
    local t = {}
    t[67108863] = 1
  end,
}
