-- What dice are worth: their pips times what their largest group of equal dice multiplies.
local function worth()
  local largest = kinds("dice")
  return sum("dice") * game.data.groups[largest]
end

return { worth = worth }
