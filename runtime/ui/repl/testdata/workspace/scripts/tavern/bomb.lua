return {
  use = function()
    vars.mana = 9
    damage(at("dice", 1), 2)
  end,
}
