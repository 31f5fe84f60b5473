// Package speed compares what the engine does with the same done by hand, in
// one run, since only ratios mean something on a machine that others use:
//
//	go test -run '^$' -bench . ./tests/speed
package speed
