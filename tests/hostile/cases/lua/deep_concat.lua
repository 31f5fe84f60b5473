-- expect: script/too-large
-- A chain of joins, each within the other.
return { do_go = function() return <<20000 * "'' .. ">>'' end }
