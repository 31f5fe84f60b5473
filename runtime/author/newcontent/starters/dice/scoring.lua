-- The score of dice: their pips, multiplied for the largest group of equal dice.
local function worth()
  local largest = kinds("dice")
  return sum("dice") * game.data.groups[largest]
end

return { worth = worth }
