-- A game that uses everything that might differ between machines: floats,
-- their texts, the order of tables and of equal items, and randomness.
local function diary(words)
  local kept, order = {}, {}
  for _, word in ipairs(words) do
    kept[word] = #word
  end
  for word, length in pairs(kept) do
    table.insert(order, word .. length)
  end
  table.sort(order, function(a, b)
    return #a < #b
  end)
  return table.concat(order, ",")
end

return {
  start = function()
    enter_phase("road")
  end,
  do_run = function()
    roll_dice("shoes")
    local step = math.sqrt(sum("shoes")) / 3 + 0.1
    vars.pace = modify("wind", (vars.pace + step) % 1.7)
    vars.distance = vars.distance + vars.pace ^ 2 / 7
    emit("mile", math.floor(vars.distance))
    if chance("rain", 0.3) then
      shuffle("shoes", "rain")
    end
    local word = pick("words", { "mud", "sun", "wind", "hill", "dog" })
    vars.diary = diary({ word, "road", tostring(vars.pace), string.format("%.3f %g", vars.distance, vars.pace) })
  end,
  do_rest = function()
    vars.pace = -vars.pace * 0.3
    vars.distance = vars.distance + random("rest", -3, 9) / 11
  end,
}
