-- expect: script/shape
-- A script that does not return a table of hooks.
return 42
