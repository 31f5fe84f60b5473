-- expect: script/too-large
-- A chain of operators that bind to the right.
return { do_go = function() return <<20000 * "not ">>true end }
