-- expect: script/shape
-- A hook that is not a function.
return { do_go = 42 }
