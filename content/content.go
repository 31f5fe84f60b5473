// Package content embeds the definitions of every shipped pack, one folder for
// each, so that the binary works alone.
package content

import "embed"

// Files holds PACK/**.yaml.
//
//go:embed *
var Files embed.FS
