-- expect: script/arguments
-- A call with thousands of arguments.
return { do_go = function() say(0<<5000 * ", 1">>) end }
