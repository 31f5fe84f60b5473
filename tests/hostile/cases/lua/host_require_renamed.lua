-- expect: script/runtime
-- require by another name still finds only what compiling found.
return {
  do_go = function(self)
    local get = require
    get("os")
  end,
}
