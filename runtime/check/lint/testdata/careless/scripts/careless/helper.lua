return { quoted = function(name) return game[name] end }
