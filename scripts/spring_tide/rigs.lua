-- Rigs: cards that stay in play until the fight ends, and react to events.

-- Returns the hooks of a rig: playing it does nothing yet, and act(self) runs whenever the event
-- happens while the card is in the rigging.
local function on(event, act)
  return {
    use = function() end,
    ["on_" .. event] = function(self)
      if zone_of(self) == "rigging" then
        act(self)
      end
    end,
  }
end

return { on = on }
