package lua

import "embed"

// Sources holds the source of this package, without its tests, for package
// semantics.
//
//go:embed *[^t].go
var Sources embed.FS
