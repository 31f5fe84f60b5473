//go:build race

package lua

// slowdown is the factor for all time limits, here under the race detector.
const slowdown = 20
