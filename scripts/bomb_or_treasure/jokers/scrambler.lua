-- Scrambler: draws other numbers in place of duplicates.

local jokers = require("jokers")
local loot = require("loot")
local run = require("run")

-- Spends charges until a number is new or none are left. Returns that number, or nil.
local function draw_another(self)
  for _ = 1, self.charges do
    jokers.spend(self)
    local number = loot.draw_number()
    if not run.has_number(number) then
      return number
    end
  end
end

return {
  on_joker_drawn = function(self, joker)
    if joker == self then
      local kept = jokers.keep(self)
      kept.charges = math.min(self.most, kept.charges + self.adds)
    end
  end,

  on_duplicate_found = function(self)
    if vars.averted then
      return
    end
    local number = draw_another(self)
    if number then
      vars.averted = true
      run.collect(number)
    end
  end,
}
