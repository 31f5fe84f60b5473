-- expect: script/fuel
-- Tail calls that pass more values each time, beyond the VM's registry.
return {
  do_go = function(self)
    local function again(...) return again(1, ...) end
    again()
  end,
}
