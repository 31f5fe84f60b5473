-- Shield: protects the run from the next bomb or duplicate.

local jokers = require("jokers")

local function hold(self)
  vars.averted = true
  say("The shield holds")
  remove(self)
end

return {
  on_joker_drawn = function(self, joker)
    if joker ~= self then
      return
    end
    if jokers.in_effect(self.id) then
      change(vars, "bonus_bank", self.overflow)
    else
      jokers.keep(self)
    end
  end,

  -- The run goes on, but its streak does not.
  on_bomb_found = function(self)
    if not vars.averted then
      vars.streak = 0
      hold(self)
    end
  end,

  on_duplicate_found = function(self)
    if not vars.averted then
      hold(self)
    end
  end,
}
