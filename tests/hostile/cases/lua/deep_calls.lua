-- expect: script/too-large
-- A deeply nested chain of calls.
return { do_go = function() local f = tostring return f<<20000 * "()">> end }
