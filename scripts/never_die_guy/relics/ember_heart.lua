-- Ember Heart: fire never fails on the first try.
return {
  on_thrown = function()
    for _, die in each("hand") do
      if die.element == "fire" and die.value == 1 and not die.held then
        roll_die(die)
      end
    end
  end,
}
