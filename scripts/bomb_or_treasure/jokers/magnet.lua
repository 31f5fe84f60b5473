-- Magnet: acts at once, and does not stay.

local run = require("run")

return {
  on_joker_drawn = function(self, joker)
    if joker ~= self then
      return
    end
    for number = 1, game.numbers do
      if not run.has_number(number) then
        run.collect(number)
        return
      end
    end
  end,
}
