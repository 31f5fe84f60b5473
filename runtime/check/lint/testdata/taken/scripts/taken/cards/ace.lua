return {
  use = function() vars.gold = 1 end,
}
