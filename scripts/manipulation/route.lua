-- The way through a run: which combat, shop or rest site comes next.
-- The steps are data of the game: `route` in content/manipulation/game.yaml.

local combat = require("combat")
local shop = require("shop")

local function at_end()
  return vars.stage >= #game.data.route
end

-- Goes to the next step.
local function advance()
  change(vars, "stage", 1)
  local step = game.data.route[vars.stage]
  if step == "shop" then
    shop.open()
  elseif step == "rest" then
    enter_phase("rest")
  else
    combat.begin(step)
  end
end

-- Continues from the point where the inventory turned out to be full.
local function resume()
  if vars.after_discard == "shop" then
    enter_phase("shop")
  else
    advance()
  end
end

return { advance = advance, at_end = at_end, resume = resume }
