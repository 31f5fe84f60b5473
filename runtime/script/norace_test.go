//go:build !race

package script

// slowdown is how much longer everything may take.
const slowdown = 1
