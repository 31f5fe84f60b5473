-- expect: script/shape
-- A hook that is no function.
return { do_go = 42 }
