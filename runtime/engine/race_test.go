//go:build race

package engine_test

// less is how many times fewer commands are tried, here under the race
// detector, which has nothing to find where one goroutine plays.
const less = 20
