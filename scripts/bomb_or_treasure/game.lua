-- The rules: what each action does.
-- What there is (numbers, zones, phases, texts) stands in content/bomb_or_treasure/game.yaml.

local bank = require("bank")
local cards = require("cards")
local loot = require("loot")
local run = require("run")

local function explode()
  if vars.run_has_shield then
    vars.run_has_shield = false
    vars.streak = 0
    say("The shield holds")
    return
  end
  change(vars, "lives", -1)
  say("Boom")
  emit("exploded")
  run.reset()
end

-- Turns a card up and lives with it. Each flip is a turn.
local function flip(card)
  reveal(card)
  emit("flipped", card)
  if vars.jammer_turns > 0 then
    change(vars, "jammer_turns", -1)
  end
  if card.id == "bomb" then
    explode()
  else
    change(vars, "streak", 1)
    loot.draw()
  end
  if vars.lives == 0 then
    bank.game_over()
  else
    cards.deal()
  end
end

return {
  start = function()
    cards.deal()
    enter_phase("guess")
  end,

  do_flip_left = function()
    flip(at("slots", 1))
  end,

  do_flip_right = function()
    flip(at("slots", 2))
  end,

  do_bank = function()
    bank.bank()
    run.reset()
    cards.deal()
  end,

  -- After the end: everything but the best total begins anew.
  do_restart = function()
    vars.lives = game.lives
    vars.total_score = 0
    vars.bonus_bank = 0
    run.reset()
    cards.deal()
    enter_phase("guess")
  end,
}
