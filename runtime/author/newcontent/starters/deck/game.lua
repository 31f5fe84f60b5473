-- The rules of <<.Name>>. The game itself is declared in content/<<.Pack>>/game.yaml.

-- Draws a hand. When the deck runs out, the discard pile is shuffled into it.
local function draw_hand()
  draw("deck", "hand", game.hand_size)
  if count("hand") < game.hand_size and count("discard") > 0 then
    for _, card in each("discard") do
      move_to(card, "deck")
    end
    shuffle("deck")
    draw("deck", "hand", game.hand_size - count("hand"))
  end
end

local function discard_hand()
  for _, card in each("hand") do
    move_to(card, "discard")
  end
end

local function start_turn()
  vars.block = 0
  vars.energy = game.energy
  draw_hand()
end

-- Shuffles everything together and sends the next enemy.
local function next_fight()
  discard_hand()
  for _, card in each("discard") do
    move_to(card, "deck")
  end
  shuffle("deck")
  change(vars, "fight", 1)
  add(game.data.enemies[vars.fight], "enemies")
  enter_phase("fight")
end

local function offer_cards()
  local ids = definitions("card")
  for _ = 1, 3 do
    add(pick("offer", ids), "offer")
  end
  enter_phase("reward")
end

return {
  start = next_fight,
  enter_fight = start_turn,

  -- A card was played: it goes to the discard pile, and the enemy may be beaten.
  on_used = function(_, card)
    move_to(card, "discard")
    if top("enemies").hp > 0 then
      return
    end
    clear("enemies")
    if vars.fight == #game.data.enemies then
      win("Nobody is left to stop you.")
    else
      offer_cards()
    end
  end,

  do_end_turn = function()
    local hit = top("enemies").attack
    local taken = math.max(0, hit - vars.block)
    say(top("enemies").name .. " hits for " .. hit)
    if change(vars, "hp", -taken) == 0 then
      lose("You have fallen.")
      return
    end
    discard_hand()
    start_turn()
  end,

  do_take = function(_, card)
    move_to(card, "deck")
    clear("offer")
    next_fight()
  end,
}
