-- Weighted Dice: after the roll of each turn, raises the lowest die by one.
return {
  on_dice_rolled = function()
    local low = lowest("dice")
    for _, die in each("dice") do
      if die.value == low then
        nudge_die(die, 1)
        return
      end
    end
  end,
}
