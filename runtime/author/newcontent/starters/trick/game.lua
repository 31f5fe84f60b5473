-- The rules of <<.Name>>. The game itself is declared in content/<<.Pack>>/game.yaml.

local trick = require("trick")

local function deal()
  for _, suit in ipairs(game.data.suits) do
    for _, rank in ipairs(game.data.ranks) do
      local card = add("plain", "deck")
      card.suit = suit
      card.value = rank
    end
  end
  shuffle("deck")
  for player = 1, players() do
    draw("deck", "hand@" .. player, math.min(game.hand_size, math.floor(count("deck") / (players() - player + 1))))
  end
  vars.trump = pick("trump", game.data.suits)
end

local function finish()
  local best, most, shared
  for player = 1, players() do
    local taken = var_of(player, "tricks")
    shared = shared and taken <= most or taken == most
    if not most or taken > most then
      best, most = player, taken
    end
  end
  if shared then
    win("Nobody takes more tricks than all others.")
  else
    win("Player " .. best .. " takes most tricks.")
  end
end

-- Gives the trick to the player of its best card, who leads the next one.
local function take_trick()
  local winner = trick.best().by
  clear("table")
  vars.led = "none"
  set_player(winner)
  change(vars, "tricks", 1)
  if count("hand") == 0 then
    finish()
  end
end

return {
  start = deal,

  do_play = function(_, card)
    if vars.led == "none" then
      vars.led = card.suit
    end
    card.by = player()
    move_to(card, "table")
    if count("table") < players() then
      set_player(player() % players() + 1)
    else
      take_trick()
    end
  end,
}
