-- Snare: it goes to the curses instead of the resolved cards, and forbids lux from there.

local road = require("road")

return {
  on_flipped = function(self, card)
    if card == self then
      move_to(self, "curses")
      road.go_on()
    end
  end,

  modify_lux_barred = function(self, barred)
    return barred or self.zone == "curses"
  end,
}
