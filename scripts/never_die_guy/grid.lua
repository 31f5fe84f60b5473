-- The grid of a room: who is where, and what a hand aimed at a cell hits. All of it
-- does nothing unless the parameter grid_targeting switches it on.

local function is_on()
  return game.grid_targeting == 1
end

-- Returns who is in a cell, or nothing.
local function at_cell(row, column)
  for _, target in each("entities") do
    if target.row == row and target.column == column then
      return target
    end
  end
end

-- Puts someone into a free cell.
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
    local target = add(id, "entities")
    target.row = cell[1]
    target.column = cell[2]
  end
end

local function populate()
  clear("entities")
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

-- Hits the targeted cell with the pips of the hand.
local function strike()
  if not is_on() or vars.target_row == 0 then
    return
  end
  local target = at_cell(vars.target_row, vars.target_column)
  aim(0, 0)
  if not target then
    return
  end
  local amount = modify("cell_damage", sum("hand", "value"), target)
  if amount == 0 then
    return
  end
  damage(target, amount)
  say(string.format("%s is hit for %d", target.name, amount))
  emit("cell_hit", target, amount)
  if target.data.friendly then
    change(vars, "friendly_hits", 1)
  elseif target.hp == 0 then
    change(vars, "enemies_squished", 1)
    remove(target)
  end
end

-- Returns the sign of a cell in the picture: x for the target, otherwise the first letter of
-- who is there, or a dot.
local function sign(row, column)
  if row == vars.target_row and column == vars.target_column then
    return "x"
  end
  local target = at_cell(row, column)
  return target and string.sub(target.name, 1, 1) or "."
end

-- Returns the grid as text, row after row.
local function picture()
  local rows = {}
  for row = 1, game.grid_rows do
    local cells = {}
    for column = 1, game.grid_columns do
      cells[column] = sign(row, column)
    end
    rows[row] = table.concat(cells)
  end
  return table.concat(rows, " ")
end

return { aim = aim, picture = picture, populate = populate, strike = strike }
