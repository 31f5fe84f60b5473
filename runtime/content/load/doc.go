// Package load turns folders of packs into a validated catalog: it lists files,
// orders packs, merges definitions with what they extend, applies patches, and
// finds the script of each definition.
//
// Layer content, above yaml and schema. It does not compile Lua, does not know
// what a rule means, and does not know that a game is running.
package load
