// Package mistakes makes the mistakes that authors make, in every shipped
// pack, and counts how many of them the checks find before anything is played:
// at all, on the right line, and with a hint that names the repair. A table of
// chosen mistakes (testdata/table.md) shows regressions; a study of mistakes
// drawn at random (docs/mistakes.md) measures how many are found.
package mistakes
