package sim

import "embed"

// Sources holds the sources of this package and of package experiment, without
// their tests, for package semantics. A pattern cannot exclude names that end
// in "_test", so each of these patterns allows one more letter of it.
//
//go:embed *[^t].go *[^s]t.go experiment/*[^t].go experiment/*[^s]t.go
var Sources embed.FS
