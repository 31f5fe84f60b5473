// Package floats checks that floating-point arithmetic gives the same results
// on every machine: the code compiled for arm64 has no fused multiply-add, and
// only exact functions of Go's math package are called.
package floats
