// Package check runs the tests that stand beside content: a situation, what is
// done, and what must then hold.
//
// Layer 5. It knows definitions and sessions and goes through the same door as
// every player. It does not know Lua, files, or any game.
package check
