return {
  use = function(self)
    say(self.coins + self.falls) say(self.name + 1) say(self.index .. "x")
    if self.zone == "shlef" or self.kind == "consumble" or self.id == "anvil" or self.temporary == "yes" or self.owner == 3 then say("j") end
    local list = self.data
    for i, x in each("shelf") do if i.id == "saw" then say(x + 1) end end
  end,
  on_rung = function(self, who, how) return who.id == "hamer" and how > 3 end,
}
