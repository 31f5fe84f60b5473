// Package fused is what the compiler fuses where it can.
package fused

// Fused is one rounding on arm64 and two on amd64.
func Fused(x, y, z float64) float64 { return x*y + z }
