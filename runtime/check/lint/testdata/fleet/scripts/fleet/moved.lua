return { migrate = function(save) return save end }
