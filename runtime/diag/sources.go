package diag

import "embed"

// Sources holds the Go source of package strictjson, without tests, for the digest
// in package semantics: strictjson decides what data means, and the other packages in
// this folder only format problems.
//
//go:embed strictjson/*[^t].go
var Sources embed.FS
