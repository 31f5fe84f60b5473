// Package check holds the Go sources of the packages that test and lint content.
//
// Layer check. It has no logic: package semantics computes a digest from it.
package check

import "embed"

// Sources holds the source of each package of this folder, without its tests: a
// pattern cannot exclude names that end in "_test", so each of these allows one
// more letter of it.
//
//go:embed */*[^t].go */*[^s]t.go
var Sources embed.FS
