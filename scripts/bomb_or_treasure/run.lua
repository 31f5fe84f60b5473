-- A run: the numbers collected since the last bank, bust or bomb.

-- Tells whether a number is in the run.
local function has_number(number)
  for _, card in each("run_uniques") do
    if card.value == number then
      return true
    end
  end
  return false
end

-- Puts a new number into the run.
local function collect(number)
  local card = add("numeral", "run_uniques")
  card.value = number
  say("A " .. number)
  emit("collected", number)
end

local function reset()
  clear("run_uniques")
  clear("kept")
  vars.streak = 0
  vars.run_has_shield = false
  vars.scrambler_charges = 0
  vars.jammer_turns = 0
end

return { collect = collect, has_number = has_number, reset = reset }
