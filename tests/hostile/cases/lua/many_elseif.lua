-- expect: script/too-large
-- A choice among thousands.
return { do_go = function(x) if x then <<20000 * "elseif x then ">>end end }
