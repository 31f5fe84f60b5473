-- For games saved before 1.1.0, which had rubs: each raised one die by one. Every second rub
-- becomes a polish, in whatever zone it is, and a single leftover one is removed.
return {
  migrate = function(saved)
    local rubs = 0
    for name, zone in pairs(saved.zones) do
      local kept = {}
      for _, entity in ipairs(zone) do
        local rub = entity.is == "consumable/rub"
        if rub then
          rubs = rubs + 1
          entity.is = "consumable/polish"
        end
        if not rub or rubs % 2 == 0 then
          table.insert(kept, entity)
        end
      end
      saved.zones[name] = kept
    end
  end,
}
