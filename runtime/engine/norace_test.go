//go:build !race

package engine_test

// less is how many times fewer commands are tried.
const less = 1
