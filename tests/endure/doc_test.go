// Package endure holds what must not be lost: a save when the process is killed
// while it writes, the content on disk after 10,000 saves while a game is being
// played, and every game, bit for bit, on every machine.
package endure
