-- expect: none
-- A text in quotes that is longer than any text may be.
return { do_go = function() say('<<20000 * "x">>') end }
