-- expect: script/too-large
-- A deeply nested table constructor.
return <<3000 * "{">><<3000 * "}">>
