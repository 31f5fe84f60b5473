-- Scrambler: draws other numbers in place of duplicates.

local loot = require("loot")
local run = require("run")

-- Spends charges until a number is new or none are left. Returns that number, or nil.
local function draw_another()
  while vars.scrambler_charges > 0 do
    change(vars, "scrambler_charges", -1)
    local number = loot.draw_number()
    if not run.has_number(number) then
      return number
    end
  end
end

return {
  on_joker_drawn = function(self, joker)
    if joker == self then
      vars.scrambler_charges = math.min(self.most, vars.scrambler_charges + self.adds)
    end
  end,

  on_duplicate_found = function()
    if vars.averted then
      return
    end
    local number = draw_another()
    if number then
      vars.averted = true
      run.collect(number)
    end
  end,
}
