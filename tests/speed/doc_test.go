// Package speed compares the engine with the same work done by hand, in one
// run, since only ratios are meaningful on a shared machine:
//
//	go test -run '^$' -bench . ./tests/speed
package speed
