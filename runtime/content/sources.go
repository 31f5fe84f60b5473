// Package content holds the Go sources of the packages that load content.
//
// Layer content. It has no logic: package semantics computes a digest from it.
package content

import "embed"

// Sources holds the source of each package of this folder, without its tests: a
// pattern cannot exclude names that end in "_test", so each of these allows one
// more letter of it.
//
//go:embed */*[^t].go */*[^s]t.go */*[^e]st.go */*[^t]est.go
var Sources embed.FS
