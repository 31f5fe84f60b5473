-- The effects of the powered Mana Draw, under the names of the design. Each step resolves into the
-- options of the next; the card in content/mana_draw/cards/mana_draw.yaml asks the player for them.

local source = require("source")

-- The entry point. Returns the dice that nobody has taken, depleted or not. Without any,
-- the effect cannot be resolved.
local function mana_draw_powered()
  return source.free()
end

-- A die was picked. Returns the colors it may be set to: any basic color, not gold or black. A
-- die that is no longer available has none.
local function mana_draw_pick_die(die)
  return source.is_free(die) and game.data.colors or {}
end

-- Die and color were picked: sets the die, gives mana tokens of the color, and returns the die.
local function mana_draw_set_color(die, color, mana)
  source.draw_mana(die, color, mana)
end

return {
  mana_draw_pick_die = mana_draw_pick_die,
  mana_draw_powered = mana_draw_powered,
  mana_draw_set_color = mana_draw_set_color,
}
