-- expect: script/fuel
-- Passes more values each time, beyond the registry of the VM.
return {
  do_go = function(self)
    local function again(...) return again(1, ...) end
    again()
  end,
}
