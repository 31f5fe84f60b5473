-- The open spells: their costs, casting them, and refilling the row.

-- Returns the cost of a spell, as in "1 red, 2 blue".
local function price(spell)
  local parts = {}
  for _, color in ipairs(game.data.colors) do
    if spell[color] > 0 then
      table.insert(parts, spell[color] .. " " .. color)
    end
  end
  return table.concat(parts, ", ")
end

-- Returns the words in which a spell is offered.
local function offer(spell)
  return spell.name .. " (" .. price(spell) .. "): " .. spell.points .. " points"
end

-- Refills the row of open spells while any are left.
local function fill()
  draw("spell_deck", "spells", math.max(0, game.spell_row - count("spells")))
end

-- Scores a spell that has been paid for.
local function cast(spell)
  change(vars, "score", spell.points)
  move_to(spell, "spellbook")
  emit("spell_cast", spell)
  fill()
end

return {
  cast = cast,
  fill = fill,
  offer = offer,
}
