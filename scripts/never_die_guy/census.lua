-- For tests: counts the dice of a type, wherever they lie.
local function of(id)
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

return { of = of }
