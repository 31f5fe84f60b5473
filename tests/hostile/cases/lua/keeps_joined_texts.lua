-- expect: script/fuel
-- Keeping short strings, each with its own memory.
return {
  do_go = function()
    local t, n = {}, 0
    while true do
      n = n + 1
      if n > 100000 then
        t, n = { t }, 2
      end
      t[n] = "a" .. n
    end
  end,
}
