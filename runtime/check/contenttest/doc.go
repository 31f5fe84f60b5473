// Package contenttest runs the tests that stand beside content: a situation, what is
// done, and what must then hold.
//
// Layer check. It knows definitions and sessions and goes through the same door as
// every player. It does not know Lua, files, or any game.
package contenttest
