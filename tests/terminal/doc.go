// Package terminal drives sleight in a terminal of its own, as a person does:
// it types keys, reads what appears, and saves files meanwhile. Nothing waits
// for time to pass, only for words to appear.
package terminal
