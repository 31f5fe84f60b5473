// Package schemas embeds one draft-07 JSON Schema for each kind of definition.
// Editors read the same files beside the content, so they are written for the
// people who write content.
package schemas

import "embed"

// Files holds NAME.schema.json for every kind, and envelope.schema.json with
// what the kinds share.
//
//go:embed *.schema.json
var Files embed.FS
