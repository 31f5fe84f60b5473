// Package durability checks that nothing is lost: a save when the process is killed
// while writing it, the content on disk after 10,000 saves while a game is
// played, and every game, bit for bit, on every machine.
package durability
