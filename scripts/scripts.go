// Package scripts embeds the Lua scripts of every shipped pack, one folder for
// each, so that the binary works alone.
package scripts

import "embed"

// Files holds PACK/**.lua.
//
//go:embed *
var Files embed.FS
