-- expect: script/too-large
-- A deeply nested chain of concatenations.
return { do_go = function() return <<20000 * "'' .. ">>'' end }
