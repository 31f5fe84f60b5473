package lua

import "embed"

// Sources holds the source of this package and those below it, without their
// tests, for package semantics: a pattern cannot exclude names that end in
// "_test", so each of these allows one more letter of it.
//
//go:embed *[^t].go *[^s]t.go */*[^t].go
var Sources embed.FS
