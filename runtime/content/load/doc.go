// Package load turns folders of packs into a checked catalog: it lists files,
// orders packs, joins definitions with what they extend and with what patches
// change, and finds the script of each.
//
// Layer content, above yaml and schema. It does not compile Lua, does not know
// what a rule means, and does not know that a game is running.
package load
