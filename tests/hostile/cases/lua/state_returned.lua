-- expect: script/state
-- Changing a table of the script that a function returns.
local seen = {}
local function get()
  return seen
end
return {
  do_go = function()
    get().x = 1
  end,
}
