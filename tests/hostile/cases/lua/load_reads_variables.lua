-- expect: script/load
-- Reading a variable at load time: the value would depend on which command loads the script first.
local function hidden()
  return vars.score
end
local score = hidden()
return {
  do_go = function()
    vars.score = score + 1
  end,
}
