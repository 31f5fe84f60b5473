-- A boot can be used. It does nothing.
return {
  use = function() end,
}
