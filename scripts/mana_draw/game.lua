-- The rules of the game: what each action does and what happens on entering a phase.
-- What there is (variables, zones, phases…) is declared in content/mana_draw/game.yaml.

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

  -- Every card that was played goes to the discard pile, whatever it did.
  on_used = function(_, card)
    move_to(card, "discard")
  end,
}
