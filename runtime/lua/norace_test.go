//go:build !race

package lua

// slowdown is how much longer everything may take.
const slowdown = 1
