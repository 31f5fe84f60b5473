-- expect: script/too-large
-- Tables within tables.
return <<3000 * "{">><<3000 * "}">>
