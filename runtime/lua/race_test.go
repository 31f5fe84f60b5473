//go:build race

package lua

// slowdown is how much longer everything may take, here under the race
// detector.
const slowdown = 20
