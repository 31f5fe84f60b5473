-- The chart: three lanes of places, fathom below fathom, with the paths that lead down. It is
-- drawn again for each dive; the bell is at its bottom.

local function spot(fathom, lane)
  return (fathom - 1) * game.lanes + lane
end

-- Returns the id of the place at a spot. Some fathoms are the same on every chart.
local function sort_of(fathom)
  local fixed = game.data.fixed[fathom]
  if fixed ~= "any" then
    return fixed
  end
  return weighted("chart", fathom < game.deep and "shallows" or "depths")
end

-- Draws the paths from one fathom to the next: straight on from everywhere, and sometimes to a
-- neighbour, but never across another path.
local function ways_from(fathom)
  local crossed = 0 -- the lane that must not be entered from the left
  for lane = 1, game.lanes do
    local ways = tostring(lane)
    if lane > 1 and crossed ~= lane and chance("chart", game.branching) then
      ways = (lane - 1) .. ways
    end
    if lane < game.lanes and chance("chart", game.branching) then
      ways = ways .. (lane + 1)
      crossed = lane + 1
    end
    at("chart", spot(fathom, lane)).ways = ways
  end
end

local function plot()
  for fathom = 1, #game.data.fixed do
    for _ = 1, game.lanes do
      add(sort_of(fathom), "chart")
    end
  end
  for fathom = 1, #game.data.fixed - 1 do
    ways_from(fathom)
  end
  add("bell_tower", "chart")
end

-- Returns the places that can be reached next.
local function ahead()
  local below = vars.fathoms + 1
  if below > #game.data.fixed then
    return { at("chart", spot(below, 1)) }
  end
  local ways = "123"
  if vars.fathoms > 0 then
    ways = at("chart", spot(vars.fathoms, vars.lane)).ways
  end
  local places = {}
  for lane = 1, game.lanes do
    if string.find(ways, tostring(lane), 1, true) then
      places[#places + 1] = at("chart", spot(below, lane))
    end
  end
  return places
end

-- Goes to a place of the chart, and starts what happens there.
local function dive(place)
  vars.lane = (index_of(place) - 1) % game.lanes + 1
  change(vars, "fathoms", 1)
  vars.deepest = math.max(vars.deepest, vars.fathoms)
  clear("here")
  add(place.id, "here")
  emit("arrived")
end

-- Returns a row of the chart in signs: the places of a fathom.
local function row(fathom)
  local words = {}
  for lane = 1, game.lanes do
    local place = at("chart", spot(fathom, lane))
    local here = fathom == vars.fathoms and lane == vars.lane
    words[lane] = (here and "[" or " ") .. place.data.sign .. place.ways .. (here and "]" or " ")
  end
  return fathom .. ":" .. table.concat(words)
end

-- Returns the places of the next fathoms, in signs.
local function picture()
  local rows = {}
  local last = math.min(vars.fathoms + modify("sight", game.sight), #game.data.fixed)
  for fathom = math.max(1, vars.fathoms), last do
    rows[#rows + 1] = row(fathom)
  end
  return table.concat(rows, " / ")
end

return { ahead = ahead, dive = dive, picture = picture, plot = plot }
