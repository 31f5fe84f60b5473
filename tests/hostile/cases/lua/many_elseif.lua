-- expect: script/too-large
-- A chain of thousands of elseif branches.
return { do_go = function(x) if x then <<20000 * "elseif x then ">>end end }
