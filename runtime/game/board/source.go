package board

import "embed"

// Source is where the parts of a board are declared and explained, for those
// who describe them to other programs.
//
//go:embed board.go figures.go changes.go offers.go zones.go
var Source embed.FS
