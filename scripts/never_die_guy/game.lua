-- The rules of a campaign: what each action does, and what happens in each phase.
-- Numbers, zones, phases and texts are declared in content/never_die_guy/game.yaml.

local campaign = require("campaign")
local globe = require("globe")
local grid = require("grid")
local hand = require("hand")
local scoring = require("scoring")

return {
  start = function()
    hand.fill_pool()
    campaign.enter_room()
    enter_phase("draw")
  end,

  -- The turn, phase by phase

  enter_draw = function()
    change(vars, "turn_number", 1)
    hand.draw()
    set(vars, "throws_remaining", modify("throws_per_turn", game.throws))
    emit("turn_started", vars.turn_number)
    enter_phase("select")
  end,

  enter_throw = function()
    hand.roll()
    emit("thrown")
    if vars.throws_remaining > 0 then
      enter_phase("select")
    else
      enter_phase("resolve")
    end
  end,

  enter_resolve = function()
    local shown = hand.words()
    local points = scoring.score()
    say("The hand shows " .. shown .. " and scores " .. points)
    grid.strike()
    emit("scored", points, sum("hand", "value"), game.score_factor)
    hand.exhaust()
    enter_phase("enemy_turn")
  end,

  enter_enemy_turn = function()
    emit("enemy_turn")
    enter_phase("check_end")
  end,

  enter_check_end = function()
    campaign.check_end()
  end,

  -- What the player does

  do_toggle_hold = function(_, die)
    if die.held then
      unhold_die(die)
    else
      hold_die(die)
      emit("held", die)
    end
  end,

  do_throw = function()
    enter_phase("throw")
  end,

  do_end_turn = function()
    enter_phase("resolve")
  end,

  do_target_cell = function(_, row, column)
    grid.aim(row, column)
  end,

  do_bless = function(_, die)
    hand.bless(die, 1)
  end,

  do_curse = function(_, die)
    hand.bless(die, -1)
  end,

  do_turn_globe = function(_, direction)
    globe.turn(direction)
  end,

  do_take = function(_, prize)
    move_to(prize, "relics")
    campaign.leave_reward()
  end,

  do_skip = function()
    campaign.leave_reward()
  end,
}
