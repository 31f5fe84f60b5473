-- How the players stand: the most fame is best, and gold breaks ties.

local function is_ahead(a, b)
  local mine, other = var_of(a, "fame"), var_of(b, "fame")
  return mine > other or mine == other and var_of(a, "gold") > var_of(b, "gold")
end

-- Returns the ranks of all players, player 1 first; players who tie have the same rank.
local function ranks()
  local list = {}
  for player = 1, players() do
    list[player] = 1
    for other = 1, players() do
      list[player] = list[player] + (is_ahead(other, player) and 1 or 0)
    end
  end
  return list
end

return { ranks = ranks }
