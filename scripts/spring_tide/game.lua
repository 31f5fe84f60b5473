-- The rules of a dive: what each action does, and what happens in each phase. Numbers, zones,
-- phases and texts are declared in content/spring_tide/game.yaml.

local cards = require("cards")
local chart = require("chart")
local fight = require("fight")
local finds = require("finds")
local foes = require("foes")
local water = require("water")

-- Returns the number of pearls that a fight leaves.
local function pearls_of(place)
  local least = place.pearls
  return random("pearls", least, least + game.pearl_spread)
end

return {
  -- A dive begins at the harbour, with a keepsake to choose.
  start = function()
    change(vars, "dives", 1)
    chart.plot()
    ask(
      "keepsake",
      { from = game.data.keepsakes, kind = "relic", prompt = "What do you take along?" }
    )
    enter_phase("descent")
  end,

  chosen_keepsake = function(_, id)
    emit("gained", add(id, "relics"))
  end,

  -- The way down

  do_dive = function(_, place)
    chart.dive(place)
  end,

  do_moon = function(_, moon)
    vars.moon = moon
  end,

  -- Fights

  do_end_turn = function()
    fight.end_turn()
  end,

  on_used = function(_, item)
    if item.kind == "card" then
      cards.played(item)
    end
  end,

  on_turned = function()
    fight.drown()
  end,

  move = foes.act,

  -- The last enemy is gone. A fight leaves pearls, perhaps a bottle or a relic, and a card.
  enter_spoils = function()
    fight.finish()
    local place = top("here")
    if place.id == "bell_tower" then
      change(vars, "wins", 1)
      win("The bell is silent, and the sea goes home.")
      return
    end
    change(vars, "pearls", pearls_of(place))
    if place.id == "lair" then
      finds.gain_relic(finds.relic())
    elseif chance("spoils", game.bottle_chance) then
      finds.gain_bottle()
    end
    local offered = finds.cards(modify("cards_offered", game.cards_offered))
    ask("spoils", { from = offered, kind = "card", skip = true, prompt = "Take a card." })
    enter_phase("descent")
  end,

  chosen_spoils = function(_, id)
    if id then
      add(id, "deck")
    end
  end,

  -- The diver's bell: a shop

  do_buy = function(_, item)
    local zones = { card = "deck", consumable = "bottles", relic = "relics" }
    local kind = item.kind
    move_to(item, zones[kind])
    if kind == "relic" then
      emit("gained", item)
    end
  end,

  do_forget = function(_, card)
    remove(card)
    change(vars, "forget_price", game.forget_step)
  end,

  do_leave = function()
    clear("shop")
    enter_phase("descent")
  end,

  -- An air pocket: rest, or make a card better

  do_rest = function()
    fight.mend(math.floor(vars.max_hp * game.rest_heal))
    enter_phase("descent")
  end,

  do_hone = function(_, card)
    transform(card, card.upgrade)
    enter_phase("descent")
  end,

  -- Questions that several cards ask

  chosen_discard = function(_, picked)
    for _, card in ipairs(picked) do
      move_to(card, "discard")
    end
  end,

  chosen_sink = function(_, card)
    if card then
      cards.sink(card)
    end
  end,

  chosen_fetch = function(_, card)
    if card then
      move_to(card, "hand")
    end
  end,

  chosen_free = function(_, card)
    if card then
      move_to(card, "hand")
      cards.free(card)
    end
  end,

  chosen_tide = function(_, step)
    water.set_to(step)
  end,
}
