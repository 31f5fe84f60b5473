return { cost = function(card) return card and card.worth or game.purse end, hand = "hand" }
