-- expect: script/too-large
-- A field of a field of a field.
return { do_go = function() local f = {} return f<<20000 * ".x">> end }
