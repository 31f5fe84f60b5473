-- expect: script/too-large
-- Signs without end.
return { do_go = function() return <<20000 * "- ">>1 end }
