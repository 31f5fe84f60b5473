-- A policy for whole dives. A bot cannot change the game: `choose` returns what to do next, as
-- the name of an action and its targets, or "use" with an item and its targets; `answer` returns
-- what to pick from the options of a question.

local fight = require("fight")
local finds = require("finds")
local foes = require("foes")

-- Returns the name of a card in the bot's data: upgraded cards use the plain one.
local function plain(card)
  return card.upgrade_of or card.id
end

-- Fights

-- Returns the best target for a blow, and its value: the hit points it takes, and more if it
-- defeats the enemy.
local function best_target(n, times)
  local best, most = nil, -1
  for _, enemy in each("enemies") do
    local left = enemy.hp + enemy.block
    local dealt = (n + enemy.rust) * times
    local worth = dealt >= left and left + 10 or dealt + 20 / left
    if worth > most then
      best, most = enemy, worth
    end
  end
  return best, most
end

-- The number of hits of cards whose text gives it.
local function times(card, id)
  if id == "flying_hooks" then
    return card.hooks
  elseif id == "twin_prongs" then
    return 2
  elseif id == "keelhaul" then
    return vars.breath
  elseif id == "neap_cut" then
    return vars.tide <= game.margin and 2 or 1
  elseif id == "riptide" then
    return vars.turnings > 0 and 2 or 1
  end
  return 1
end

-- Returns how much more a card would be worth at the next step of the tide.
local function gain_by_waiting(card)
  local slope = card.flood - card.ebb
  if slope == 0 or vars.moored > 0 then
    return 0
  end
  return vars.flowing and slope or -slope
end

-- Returns the attack in the discard pile that is most worth playing again, and its target.
local function best_again()
  local best, most, at = nil, 0, nil
  for _, card in each("discard") do
    if card.suit == "attack" and card.breath <= vars.breath then
      local target, worth = best_target(fight.blow(card), times(card, plain(card)))
      if worth > most then
        best, most, at = card, worth, target
      end
    end
  end
  return best, at, most
end

-- Returns what playing a card is worth now, and its target.
local function value(self, card, id)
  local suit = card.suit
  if suit == "attack" then
    local target, worth = best_target(fight.blow(card), times(card, id))
    if id == "flying_hooks" then -- it asks for its targets
      target = nil
    elseif id == "swell" or id == "spring_flood" then
      worth, target = worth * count("enemies"), nil
    end
    return worth - self.timing * gain_by_waiting(card), target
  elseif suit == "guard" then
    local danger = foes.danger()
    if danger == 0 then
      return 0
    end
    local worth = self.caution * math.min(fight.cover(card), danger)
    return worth - self.timing * gain_by_waiting(card)
  elseif id == "backwash" then
    local again, _, worth = best_again()
    return again and worth / (again.breath + 0.7) or 0
  end
  return self.data.play[id] or 0
end

-- Returns the first card of the hand that can be mirrored.
local function to_mirror()
  for _, card in each("hand") do
    if plain(card) ~= "mirror_water" then
      return card
    end
  end
end

-- What some cards need besides breath.
local needs = {
  leviathan = function()
    return vars.tide >= game.crest - game.margin
  end,
  message_in_a_bottle = function()
    return has_room("bottles")
  end,
  mirror_water = function()
    return to_mirror() ~= nil
  end,
  keelhaul = function()
    return vars.breath > 1
  end,
  the_bends = function()
    return false
  end,
}

-- Cards that target an enemy without being attacks.
local aimed = { numbing_cold = true, rising_cold = true, corrosion = true }

-- Returns the bottle to open now, if any.
local function useful_bottle()
  local danger = foes.danger()
  for _, bottle in each("bottles") do
    local id = bottle.id
    if id == "old_rum" then
      if vars.hp * 3 < vars.max_hp then
        return bottle
      end
    elseif danger * 3 > vars.hp or top("here").id == "bell_tower" then
      if id ~= "squid_ink" and id ~= "moon_in_a_bottle" then
        return bottle
      end
    end
  end
end

local function fight_on(self)
  local bottle = count("bottles") > 0 and useful_bottle()
  if bottle then
    return "use", bottle
  end
  local best, most, target = nil, 0.1, nil
  local breath, seen = vars.breath, {}
  for _, card in each("hand") do
    local name, cost = card.id, card.breath
    if cost <= breath and not seen[name] then
      seen[name] = true
      local id = plain(card)
      if not needs[id] or needs[id]() then
        local worth, at = value(self, card, id)
        worth = worth / (cost + 0.7)
        if worth > most then
          best, most, target = card, worth, at
        end
      end
    end
  end
  if not best then
    return "end_turn"
  elseif target then
    return "use", best, target
  elseif plain(best) == "backwash" then
    local again, at = best_again()
    return "use", best, again, at
  elseif plain(best) == "mirror_water" then
    return "use", best, to_mirror()
  elseif aimed[plain(best)] then
    return "use", best, (best_target(1, 1))
  end
  return "use", best
end

-- Between fights

-- Returns the value of owning a card.
local function worth_having(self, card)
  local name = plain(card)
  local worth = self.data.take[name] or self.data.play[name] or 3
  return card.upgrade_of and worth + 3 or worth
end

-- Returns the best of a list by a function.
local function best_of(list, worth)
  local best, most
  for _, it in ipairs(list) do
    local n = worth(it)
    if n and (not best or n > most) then
      best, most = it, n
    end
  end
  return best, most
end

-- The value of reaching each kind of place, with all hit points and with few.
local fresh =
  { lair = 5, dark_water = 3, divers_bell = 2, air_pocket = 2, trench = 3, shoal = 3, wreck = 4 }
local tired =
  { lair = -5, dark_water = 2, divers_bell = 3, air_pocket = 6, trench = 0, shoal = 1, wreck = 4 }

local function is_tired()
  return vars.hp * 2 < vars.max_hp
end

local function dive()
  local places = is_tired() and tired or fresh
  local best = best_of(require("chart").ahead(), function(place)
    return places[place.id] or 0
  end)
  return "dive", best
end

local function shop(self)
  local item = best_of(all("shop"), function(it)
    local price = finds.price(it)
    if price > vars.pearls or it.kind == "consumable" and not has_room("bottles") then
      return nil
    elseif it.kind == "relic" then
      return 20
    elseif it.kind == "consumable" then
      return 3
    end
    local worth = worth_having(self, it)
    return worth > self.least + 2 and worth or nil
  end)
  if item then
    return "buy", item
  end
  return "leave"
end

local function rest(self)
  local card = best_of(all("deck"), function(it)
    return it.upgrade and worth_having(self, it)
  end)
  if vars.hp < self.rest_below * vars.max_hp or not card then
    return "rest"
  end
  return "hone", card
end

local plans = { descent = dive, fight = fight_on, shop = shop, rest = rest }

-- Questions

local function worst(self, list)
  return (best_of(list, function(card)
    return -worth_having(self, card)
  end))
end

local function strongest(self, list)
  return (best_of(list, function(card)
    return worth_having(self, card)
  end))
end

local answers = {
  keepsake = function()
    return "relic/cork_vest"
  end,

  spoils = function(self, ids)
    local id, worth = best_of(ids, function(id)
      return worth_having(self, definition(id))
    end)
    if worth >= self.least and (count("deck") < 16 or worth >= self.least + 3) then
      return id
    end
  end,

  flotsam = function(self, ids)
    return (best_of(ids, function(id)
      return worth_having(self, definition(id))
    end))
  end,

  discard = function(self, list)
    local first = worst(self, list)
    local second = best_of(list, function(card)
      return card ~= first and -worth_having(self, card)
    end)
    return first, second
  end,

  flying_hooks = function()
    local card = definition("card/flying_hooks")
    local target, all = best_target(card.damage + vars.salt, card.hooks), {}
    for i = 1, card.hooks do
      all[i] = target
    end
    return unpack(all)
  end,

  sink = worst,
  fetch = strongest,
  free = strongest,

  sounding = function(self, list)
    local poor = {}
    for _, card in ipairs(list) do
      if worth_having(self, card) < 2 then
        poor[#poor + 1] = card
      end
    end
    return unpack(poor)
  end,

  tide = function()
    return vars.flowing and game.crest or 0
  end,

  turn = function()
    return "leave"
  end,

  boon = function()
    return foes.danger() > 4 and "block" or "salt"
  end,

  oysters = function()
    return is_tired() and "few" or "many"
  end,

  ferry = function()
    return (is_tired() or not has_room("bottles")) and "go" or "pay"
  end,

  grotto = function()
    return "dig"
  end,

  read = function(self, list)
    local card = worst(self, list)
    if worth_having(self, card) < 3 then
      return card
    end
  end,

  net = function(self, list)
    local first = worst(self, list)
    local second = best_of(list, function(card)
      return card ~= first and -worth_having(self, card)
    end)
    return first, second
  end,
}

return {
  choose = function(self)
    return plans[phase()](self)
  end,

  answer = function(self)
    return answers[asking()](self, choices())
  end,
}
