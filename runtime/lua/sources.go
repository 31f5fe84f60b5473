package lua

import "embed"

// Sources holds the source of this package and those below it, without their
// tests, for package semantics.
//
//go:embed *[^t].go */*[^t].go
var Sources embed.FS
