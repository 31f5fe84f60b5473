-- expect: script/too-large
-- More constants than a function may have.
return { do_go = function() local t = {<<30000 * "%d.5, ">>} end }
