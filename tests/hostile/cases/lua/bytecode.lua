-- expect: script/syntax
-- Bytecode instead of source.
\27Lua\81\0
