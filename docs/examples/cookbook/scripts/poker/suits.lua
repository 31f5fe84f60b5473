-- The suits that a card counts as. To use it in a script: local suits = require("suits").
return {
  all = { "hearts", "spades", "clubs", "diamonds" },
  is = function(card, suit) return modify("has_suit", tagged(card, suit), card, suit) end,
}
