-- expect: script/fuel
-- Api lose then loop.
return {
  do_go = function(self)
    lose()
    while true do end
  end,
}
