// Package mutations makes the mistakes that authors make, in every shipped
// pack, and counts how many of them the checks find before anything is played:
// at all, on the right line, and with a hint that names the repair. The table
// of the figures is docs/mistakes.md.
package mutations
