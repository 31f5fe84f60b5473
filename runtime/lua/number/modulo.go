package number

import (
	"math"
	"math/bits"
)

// The parts of a float64: the bits of its fraction, and the exponent of the
// lowest of them if the exponent field is 0 or 1.
const (
	fractionBits  = 52
	leastExponent = -1074
)

// Mod returns the remainder of x / y with the sign of x, as C's fmod does. It
// is exact, and takes at most some 200 divisions however far apart x and y are:
// math.Mod takes one step for every bit of the quotient.
func Mod(x, y float64) float64 {
	switch {
	case y == 0 || math.IsInf(x, 0) || math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.Abs(x) < math.Abs(y):
		return x
	}
	rest, high := parts(x)
	divisor, low := parts(y)
	rest %= divisor
	// rest is below divisor, so it may be shifted as far as the divisor without
	// losing a bit.
	room := bits.LeadingZeros64(divisor)
	for away := high - low; away > 0 && rest != 0; away -= room {
		rest = rest << min(room, away) % divisor
	}
	return math.Copysign(math.Ldexp(float64(rest), low), x)
}

// parts returns whole and exponent with |x| = whole × 2^exponent, for finite x.
func parts(x float64) (whole uint64, exponent int) {
	b := math.Float64bits(x)
	whole, exponent = b&(1<<fractionBits-1), int(b>>fractionBits)&0x7ff
	if exponent == 0 {
		return whole, leastExponent
	}
	return whole | 1<<fractionBits, exponent - 1 + leastExponent
}
