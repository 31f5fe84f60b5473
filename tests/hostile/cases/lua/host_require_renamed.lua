-- expect: script/runtime
-- require under another name finds only modules that were found at compile time.
return {
  do_go = function(self)
    local get = require
    get("os")
  end,
}
