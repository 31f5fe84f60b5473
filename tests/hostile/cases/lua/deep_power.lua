-- expect: script/too-large
-- A tower of powers.
return { do_go = function() return <<20000 * "2 ^ ">>1 end }
