-- expect: script/too-large
-- Deeply nested blocks.
return { do_go = function() <<3000 * "do ">><<3000 * "end ">>end }
