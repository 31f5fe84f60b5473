-- expect: script/shape
-- A script that is no table of hooks.
return 42
