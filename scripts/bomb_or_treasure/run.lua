-- A run: what was collected since the last bank, bust or bomb.

local function has_number(number)
  return matching("run_uniques", "value", number) > 0
end

-- Puts a new number into the run.
local function collect(number)
  add("numeral", "run_uniques").value = number
  emit("collected", number)
end

local function reset()
  vars.streak = 0
  clear("run_uniques")
  clear("jokers")
end

return { collect = collect, has_number = has_number, reset = reset }
