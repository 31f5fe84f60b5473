-- expect: script/unknown-global
-- A name of thousands of characters.
return { do_go = function() <<5000 * "x">>() end }
