-- The grid of a room: who stands where, and what a hand hits that is aimed at a cell. All of it
-- does nothing unless the parameter grid_targeting switches it on.

local function is_on()
  return game.grid_targeting == 1
end

-- Returns who stands in a cell, or nothing.
local function at_cell(row, column)
  for _, target in each("grid") do
    if target.row == row and target.column == column then
      return target
    end
  end
end

-- Puts somebody into a free cell.
local function place(id)
  local free = {}
  for row = 1, game.grid_rows do
    for column = 1, game.grid_columns do
      if not at_cell(row, column) then
        free[#free + 1] = { row, column }
      end
    end
  end
  if #free > 0 then
    local cell = free[random("grid", 1, #free)]
    local target = add(id, "grid")
    target.row = cell[1]
    target.column = cell[2]
  end
end

local function populate()
  clear("grid")
  vars.target_row = 0
  vars.target_column = 0
  if is_on() then
    for _, id in ipairs(game.data.crowd) do
      place(id)
    end
  end
end

local function aim(row, column)
  vars.target_row = row
  vars.target_column = column
end

-- Hits the cell that was aimed at with the pips of the hand.
local function strike()
  if not is_on() or vars.target_row == 0 then
    return
  end
  local target = at_cell(vars.target_row, vars.target_column)
  aim(0, 0)
  if not target then
    return
  end
  local amount = sum("hand", "value")
  if amount == 0 then
    return
  end
  damage(target, amount)
  emit("cell_hit", target, amount)
  if target.data.friendly then
    change(vars, "friendly_hits", 1)
  elseif target.hp == 0 then
    change(vars, "enemies_squished", 1)
    remove(target)
  end
end

return { aim = aim, populate = populate, strike = strike }
