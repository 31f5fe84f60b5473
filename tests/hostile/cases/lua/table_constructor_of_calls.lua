-- expect: script/fuel
-- Table constructors filled by a call that returns 200 values.
return {
  do_go = function(self)
    local function many() return unpack({}, 1, 200) end
    local all, i = {}, 0
    while true do
      i = i + 1
      all[i] = {many()}
    end
  end,
}
