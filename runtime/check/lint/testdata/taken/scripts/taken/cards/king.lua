return {
  use = function() vars.gold = 2 end,
}
