-- A policy for whole games. A bot reads the game, of cards only face-up ones: `choose` returns the
-- name of an action.

local function shows(place, id)
  local card = at("slots", place)
  return card.face_up and card.id == id
end

return {
  choose = function(self)
    if count("run_uniques") >= self.bank_at then
      return "bank"
    elseif shows(1, "bomb") or shows(2, "treasure") then
      return "flip_right"
    end
    return "flip_left"
  end,
}
