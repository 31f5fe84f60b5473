-- expect: script/too-large
-- A call of a call of a call.
return { do_go = function() local f = tostring return f<<20000 * "()">> end }
