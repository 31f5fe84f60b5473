return { use = function(self, target) say(target) end, on_left = function(self) end }
