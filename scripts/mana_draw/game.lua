-- The rules of the game: what each action does and what happens on entering a phase.
-- Variables, zones, phases and so on are declared in content/mana_draw/game.yaml.

local rounds = require("rounds")
local source = require("source")
local spells = require("spells")

return {
  start = function()
    rounds.start()
  end,

  enter_turn = function()
    rounds.start_turn()
  end,

  do_take = function(_, die, color)
    source.use(die, color)
  end,

  do_cast = function(_, spell)
    spells.cast(spell)
  end,

  do_end_turn = function()
    rounds.end_turn()
  end,

  -- Every played card goes to the discard pile, whatever its effect.
  on_used = function(_, card)
    move_to(card, "discard")
  end,
}
