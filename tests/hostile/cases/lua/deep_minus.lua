-- expect: script/too-large
-- Thousands of unary minus signs.
return { do_go = function() return <<20000 * "- ">>1 end }
