-- Warns the player when a fight begins.
return {
  on_entered = function(_, phase)
    if phase == "combat" then
      say(top("encounter").name .. " looks at you. It is tougher than you remember.")
    end
  end,
}
