// Package terminal drives sleight in a pseudo-terminal as a person does: it
// types keys, reads the screen, and saves files. It never sleeps; it waits for
// words to appear.
package terminal
