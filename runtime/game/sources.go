// Package game holds the Go sources of the packages that play a game.
//
// Layer game. It has no logic: package semantics computes a digest from it.
package game

import "embed"

// Sources holds the Go sources of the packages in this folder, without tests. A
// pattern cannot exclude names that end in "_test", so each pattern here allows
// one more letter of that suffix.
//
//go:embed */*[^t].go */*[^s]t.go */*[^e]st.go */*[^t]est.go
var Sources embed.FS
