-- The rules of <<.Name>>: what each action does. The game itself is declared in
-- content/<<.Pack>>/game.yaml.
return {
  -- Roll: gain what the die shows.
  do_roll = function()
    roll_dice("dice")
    change(vars, "points", sum("dice", "value"))
    if vars.points >= game.goal then
      win("You have " .. vars.points .. " points.")
    end
  end,
}
