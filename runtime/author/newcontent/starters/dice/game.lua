-- The rules of <<.Name>>. The game itself is declared in content/<<.Pack>>/game.yaml.

local scoring = require("scoring")

local function start_turn()
  for _, die in each("dice") do
    unhold_die(die)
  end
  roll_dice("dice")
  vars.throws_left = game.throws - 1
end

return {
  start = start_turn,

  do_hold = function(_, die)
    if die.held then
      unhold_die(die)
    else
      hold_die(die)
    end
  end,

  do_throw = function()
    roll_dice("dice")
  end,

  do_score = function()
    change(vars, "score", scoring.worth())
    change(vars, "turns_left", -1)
    if vars.score >= game.goal then
      win("You have " .. vars.score .. " points.")
    elseif vars.turns_left == 0 then
      lose("You have " .. vars.score .. " points.")
    else
      start_turn()
    end
  end,
}
