-- The rules: what each action does.
-- Numbers, zones, phases and texts are declared in content/bomb_or_treasure/game.yaml.

local bank = require("bank")
local cards = require("cards")
local loot = require("loot")
local run = require("run")

-- A bomb costs a life and the run, unless a joker prevents it.
local function bomb()
  vars.averted = false
  emit("bomb_found")
  if not vars.averted then
    change(vars, "lives", -1)
    emit("exploded")
    run.reset()
  end
end

local function treasure()
  change(vars, "streak", 1)
  loot.draw()
end

-- Turns a card face up and applies its effect. Each flip is a turn.
local function flip(card)
  reveal(card)
  say(card.name)
  emit("flipped", card)
  if card.id == "bomb" then
    bomb()
  else
    treasure()
  end
  if vars.lives == 0 then
    bank.game_over()
  else
    cards.deal()
  end
end

return {
  start = function()
    enter_phase("guess")
    cards.deal()
  end,

  imagine = cards.imagine,

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

  -- After the end: everything except the best total is reset.
  do_restart = function()
    vars.lives = game.lives
    vars.total_score = 0
    vars.bonus_bank = 0
    run.reset()
    cards.deal()
  end,
}
