-- expect: script/state
-- The same by a function that hands it out.
local seen = {}
local function get()
  return seen
end
return {
  do_go = function()
    get().x = 1
  end,
}
