-- What suits a card counts as. A script uses it by local suits = require("suits").
return {
  all = { "hearts", "spades", "clubs", "diamonds" },
  is = function(card, suit) return modify("suited", tagged(card, suit), card, suit) end,
}
