-- For tests: counts the dice of a campaign, wherever they are.

local function count_of(id)
  local n = 0
  for _, zone in ipairs({ "pool", "hand", "exhausted" }) do
    for _, die in each(zone) do
      if die.id == id then
        n = n + 1
      end
    end
  end
  return n
end

-- Returns how many types have exactly n dice.
local function types_with(n)
  local types = 0
  for _, id in ipairs(definitions("die")) do
    if count_of(id) == n then
      types = types + 1
    end
  end
  return types
end

return { types_with = types_with }
