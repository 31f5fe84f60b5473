-- expect: script/too-large
-- More captured variables than a function of Lua 5.1 may have: they are harmless.
<<150 * "local a%d = %d ">>return { do_go = function() return 0<<150 * " + a%d">> end }
