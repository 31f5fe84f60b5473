-- expect: script/too-large
-- A long chain of right-associative operators.
return { do_go = function() return <<20000 * "not ">>true end }
