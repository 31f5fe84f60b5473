-- Every kind of fact that the compiler records about a program.
local cards = require("cards")
local count = 3
local names = { first = "the first", ["second"] = "the second one", 7 }

local function note(what, n)
  return "It is " .. what .. " for the " .. n .. "th time."
end

local M = { size = 4, note = note }

function M.use(self, die)
  local value = die.value
  vars.gold = vars.gold + game.purse
  self.worn = self.worn + 1
  emit("used", "a text with words", value)
  emit("us" .. "ed", value)
  emit(names.first)
  set(die, 3, { at = "somewhere", fast = true })
  if value == 6 or vars.mood == "good" or self.name ~= "x" or 6 > value then
    emit("good", note("good", count))
  end
  if 1 == 2 then
    emit("never")
  end
  local text = string.format("%s has %d coins", self.name, vars.gold)
  emit(text .. "!")
  local found = cards.high(1, 2) + cards.n
  local other = cards
  return other.high(found), { made = 1, also = { deep = 2 } }
end

function M.on_dusk(self)
  vars["gold"] = 1
  local key = "silver"
  vars[key] = 2
  for i = 1, 3 do
    emit("dusk", i, "Line " .. i .. " of " .. 3)
  end
  local list = { "a", "b" }
  list[1] = self.zone.name
  return #list == 2 and any(list) or any()
end

return M
