-- expect: script/too-large
-- A long chain of field accesses.
return { do_go = function() local f = {} return f<<20000 * ".x">> end }
