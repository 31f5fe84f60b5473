-- expect: script/too-large
-- Parentheses that would overflow the stack of the parser.
return { do_go = function() return <<5000 * "(">>1<<5000 * ")">> end }
