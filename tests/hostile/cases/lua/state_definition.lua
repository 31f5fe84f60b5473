-- expect: script/state
-- Changing a definition, which all games share.
return {
  do_go = function(self)
    local d = definition("card/bait")
    d.name = "x"
  end,
}
