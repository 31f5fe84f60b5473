-- expect: none
-- A quoted string longer than a string may be.
return { do_go = function() say('<<20000 * "x">>') end }
