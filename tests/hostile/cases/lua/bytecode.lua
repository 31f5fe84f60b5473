-- expect: script/syntax
-- Compiled code instead of a source.
\27Lua\81\0
