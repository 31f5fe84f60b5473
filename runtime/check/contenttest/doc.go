// Package contenttest runs the tests in content files. A test gives a
// situation, the commands, and what must hold afterwards.
//
// Layer check. It knows definitions and sessions, and plays through the same
// interface as every player. It does not know Lua, files, or any game.
package contenttest
