package board

import "embed"

// Source holds the Go files that declare and document the parts of a board, for
// packages that describe them to other programs.
//
//go:embed amounts.go board.go ending.go figures.go changes.go offers.go texts.go zones.go
var Source embed.FS
