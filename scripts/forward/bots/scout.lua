-- The reference player, except for peeking and items. The game's memory holds the peeked cards,
-- since they are face down again before one of them is chosen.

local lux = require("lux")
local memory = require("memory")
local policy = require("bots/plans")

-- Returns how much the bot fears a card, given its id; nil means an unknown card.
local function fear_of(self, id)
  if not id then
    return self.data.unknown
  elseif id == "blessing" then
    local welcome = vars.hp <= self.data.bless_at or count("curses") > 0
    return welcome and -1 or self.data.unknown + 0.1
  end
  return self.data.fear[id] or 0
end

-- Returns the card of the lineup that the bot fears least, as far as it knows; a random one
-- among equals.
local function least_feared(self)
  local list, least = {}
  for place, card in each("lineup") do
    local fear = fear_of(self, memory.at_place(place))
    if not least or fear < least then
      list, least = {}, fear
    end
    if fear == least then
      list[#list + 1] = card
    end
  end
  return pick("cards", list)
end

-- Returns a healing item to use now, or nil.
local function food(self)
  if vars.hp <= self.eat_at then
    for _, item in each("items") do
      if item.id == "waybread" then
        return item
      end
    end
  end
end

-- Returns how many cards of the lineup have been seen.
local function seen()
  local n = 0
  for place = 1, count("lineup") do
    if memory.at_place(place) then
      n = n + 1
    end
  end
  return n
end

local function wants_to_peek(self)
  local can = not vars.peeked and vars.lux >= self.peek_from and lux.is_free()
  return can and count("lineup") - seen() > 1
end

-- Looks at the cards that it does not know.
local function peek()
  local list = {}
  for place, card in each("lineup") do
    if not memory.at_place(place) then
      list[#list + 1] = card
    end
  end
  if lux.share(2) > 1 then
    return "peek", list[1], list[2]
  end
  return "peek", list[1]
end

-- Ends a peek: shuffles back the cards that it fears more than an unknown one, or none.
local function put_back(self)
  local list = {}
  for place, card in each("lineup") do
    if fear_of(self, memory.at_place(place)) > self.data.unknown + 0.5 and #list < lux.share(2) then
      list[#list + 1] = card
    end
  end
  if self.returns ~= 1 or #list == 0 then
    return "keep"
  elseif #list == 1 then
    return "return_one", list[1]
  end
  return "return_two", list[1], list[2]
end

return {
  choose = function(self)
    local now = phase()
    if policy.heals_in[now] then
      local item = food(self)
      if item then
        return "use", item
      elseif vars.hp <= self.heal_at and policy.can_spend_lux() then
        return "heal"
      end
    end
    if now == "peek" then
      return put_back(self)
    elseif now == "choose" and wants_to_peek(self) then
      return peek()
    elseif now == "choose" then
      return "choose", least_feared(self)
    end
    return policy.plans[now]()
  end,
}
