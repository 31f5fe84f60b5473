-- expect: script/too-large
-- More locals than a function of stock Lua may have.
return { do_go = function() <<400 * "local a%d = %d ">>end }
