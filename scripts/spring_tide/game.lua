-- The rules of a dive: what each action does, and what happens in each phase.
-- What there is (numbers, zones, phases, texts) is declared in content/spring_tide/game.yaml.

local fight = require("fight")
local water = require("water")

return {
  start = function()
    enter_phase("descent")
  end,

  do_dive = function()
    change(vars, "fathoms", 1)
    fight.begin("normal")
  end,

  do_end_turn = function()
    fight.end_turn()
  end,

  on_used = function(_, card)
    if in_play(card) then
      move_to(card, "discard")
    end
    water.move()
  end,

  enter_spoils = function()
    fight.finish()
    if vars.fathoms == #game.data.route then
      win()
    else
      ask("spoils", { from = sample("spoils", { "boathook", "hold_fast", "breaker", "undertow" }, 3), kind = "card", skip = true, prompt = "Take a card." })
      enter_phase("descent")
    end
  end,

  chosen_spoils = function(_, id)
    if id then
      add(id, "deck")
    end
  end,
}
