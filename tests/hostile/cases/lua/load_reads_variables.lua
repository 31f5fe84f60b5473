-- expect: script/load
-- The first command to load the script would decide what this is.
local function hidden()
  return vars.score
end
local score = hidden()
return {
  do_go = function()
    vars.score = score + 1
  end,
}
