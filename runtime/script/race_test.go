//go:build race

package script

// slowdown is how much longer everything may take, here under the race
// detector.
const slowdown = 20
