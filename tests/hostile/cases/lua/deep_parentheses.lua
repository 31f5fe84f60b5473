-- expect: script/too-large
-- Nested parentheses that would overflow the parser's stack.
return { do_go = function() return <<5000 * "(">>1<<5000 * ")">> end }
