return { list = {"a"}, call = function(x) return x end }
