local known = { one = 1, list = { "a" }, call = function(x) return x end }
return known
