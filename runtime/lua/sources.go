package lua

import "embed"

// Sources holds the sources of this package and those below it, without tests,
// for package semantics. A pattern cannot exclude names that end in "_test", so
// each pattern allows one more letter of that suffix.
//
//go:embed *[^t].go *[^s]t.go */*[^t].go */*[^s]t.go
var Sources embed.FS
