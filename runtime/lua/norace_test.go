//go:build !race

package lua

// slowdown is the factor for all time limits.
const slowdown = 1
