// Package floats checks that the program computes with floating-point numbers
// alike on every machine: the compiled code for arm64 has no fused
// multiply-add, and of Go's math package only exact functions are called.
package floats
