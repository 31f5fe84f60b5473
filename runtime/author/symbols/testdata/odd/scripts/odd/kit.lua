local kit, purse = {}, {gold = 2}
function kit.cut() return 1 end
kit.sew = function() return kit.cut() + purse.gold end
kit.hand = purse.hand
return kit
