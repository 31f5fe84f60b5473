-- expect: script/too-large
-- Blocks within blocks.
return { do_go = function() <<3000 * "do ">><<3000 * "end ">>end }
