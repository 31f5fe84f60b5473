-- A run: everything collected since the last bank, bust or bomb.

local function has_number(number)
  return matching("run_uniques", "value", number) > 0
end

-- Puts a new number into the run.
local function collect(number)
  add("numeral", "run_uniques").value = number
  emit("collected", number)
end

-- Returns how many jokers are in effect.
local function jokers()
  return count("jokers")
    + (vars.run_has_shield and 1 or 0)
    + (vars.scrambler_charges > 0 and 1 or 0)
    + (vars.jammer_turns > 0 and 1 or 0)
end

local function reset()
  vars.streak = 0
  vars.run_has_shield = false
  vars.scrambler_charges = 0
  vars.jammer_turns = 0
  clear("run_uniques")
  clear("jokers")
end

return { collect = collect, has_number = has_number, jokers = jokers, reset = reset }
