package number

import (
	"math"
	"math/bits"
)

// inHalfPi are the binary digits of 2/π after the point.
var inHalfPi = [...]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
	0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
	0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
	0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
	0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08,
}

// digits returns 64 digits of 2/π from a position on; 0 is the first after the
// point. The digits before it are zeros.
func digits(at int) uint64 {
	word := func(i int) uint64 {
		if i < 0 {
			return 0
		}
		return inHalfPi[i]
	}
	i, shift := at>>6, uint(at&63)
	return word(i)<<shift | word(i+1)>>(64-shift)
}

// reduce returns x minus a multiple of π/2, such that the result is at most π/4
// from 0, and that multiple modulo 4. x must be finite and not negative.
func reduce(x float64) (quarter int, rest double) {
	if x <= math.Pi/4 {
		return 0, double{x, 0}
	}
	m, e := math.Frexp(x)
	whole := uint64(int64(math.Ldexp(m, 53))) // x = whole · 2^(e-53)
	// The remainder of 2/π · x modulo 4, with 2 digits before the point: the
	// digits of 2/π from e-55 on matter.
	var p [5]uint64
	var carry uint64
	for i := len(p) - 1; i >= 0; i-- {
		high, low := bits.Mul64(digits(e-55+64*i), whole)
		var over uint64
		p[i], over = bits.Add64(low, carry, 0)
		carry = high + over
	}
	quarter = int(p[0] >> 62)
	p[0] &= 1<<62 - 1
	negative := p[0]>>61 == 1
	if negative { // closer to the next multiple
		quarter = (quarter + 1) & 3
		var borrow uint64
		for i := len(p) - 1; i >= 0; i-- {
			p[i], borrow = bits.Sub64(0, p[i], borrow)
		}
		p[0] &= 1<<62 - 1
	}
	rest = fraction(p).times(halfPi)
	if negative {
		rest = rest.negative()
	}
	return quarter, rest
}

// fraction returns p / 2^318. p[0] is not 0: the float64 that is closest to a
// multiple of π/2, 6381956970095103 · 2^797, is 2^-61.5 of π/2 away from it.
func fraction(p [5]uint64) double {
	shift := uint(bits.LeadingZeros64(p[0]))
	first := p[0]<<shift | p[1]>>(64-shift)
	second := p[1]<<shift | p[2]>>(64-shift)
	exponent := 2 - int(shift)
	high := float64(int64(first >> 11))
	low := float64(int64((first&(1<<11-1))<<42 | second>>22))
	return quickSum(math.Ldexp(high, exponent-53), math.Ldexp(low, exponent-106))
}

// sines and cosines are the series of sin x / x and cos x in x².
var sines, cosines = circleSeries()

func circleSeries() (sines, cosines []double) {
	for i, c := range factorials {
		if i&2 != 0 {
			c = c.negative()
		}
		if i&1 == 0 {
			cosines = append(cosines, c)
		} else {
			sines = append(sines, c)
		}
	}
	return sines, cosines
}

func smallSin(x double) double { return polynomial(x.times(x), sines).times(x) }
func smallCos(x double) double { return polynomial(x.times(x), cosines) }

// circle returns sin and cos of x, which is finite and not negative.
func circle(x float64) (sin, cos double) {
	quarter, r := reduce(x)
	sin, cos = smallSin(r), smallCos(r)
	switch quarter {
	case 1:
		return cos, sin.negative()
	case 2:
		return sin.negative(), cos.negative()
	case 3:
		return cos.negative(), sin
	}
	return sin, cos
}

// Sin returns the sine of x radians.
func Sin(x float64) float64 {
	switch {
	case x == 0:
		return x
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	}
	y, _ := circle(math.Abs(x))
	if x < 0 {
		return -y.high
	}
	return y.high
}

// Cos returns the cosine of x radians.
func Cos(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN()
	}
	_, y := circle(math.Abs(x))
	return y.high
}

// Tan returns the tangent of x radians.
func Tan(x float64) float64 {
	switch {
	case x == 0:
		return x
	case math.IsNaN(x) || math.IsInf(x, 0):
		return math.NaN()
	}
	sin, cos := circle(math.Abs(x))
	y := sin.over(cos).high
	if x < 0 {
		return -y
	}
	return y
}

// Atan returns the angle whose tangent is x.
func Atan(x float64) float64 { return Atan2(x, 1) }

// Atan2 returns the angle of the point (x, y), from -π to π.
func Atan2(y, x float64) float64 {
	a, b := math.Abs(y), math.Abs(x)
	angle := double{}
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case a == 0:
	case math.IsInf(a, 1) && math.IsInf(b, 1):
		angle = pi.scaled(-2)
	case math.IsInf(a, 1):
		angle = halfPi
	case math.IsInf(b, 1):
	default:
		_, e := math.Frexp(max(a, b))
		if a/b < 0x1p-60 && !math.Signbit(x) {
			return math.Copysign(a/b, y) // also where the scale would lose it
		}
		angle = octant(double{math.Ldexp(a, -e), 0}, double{math.Ldexp(b, -e), 0})
	}
	if math.Signbit(x) {
		angle = pi.minus(angle)
	}
	return math.Copysign(angle.high, y)
}

// octant returns the angle of the point (b, a), neither of which is negative.
func octant(a, b double) double {
	if a.high > b.high {
		return halfPi.minus(octant(b, a))
	}
	near := nearAtan(a.high / b.high)
	sin, cos := smallSin(double{near, 0}), smallCos(double{near, 0})
	// The remaining angle is so small that it equals its tangent.
	rest := a.times(cos).minus(b.times(sin)).over(b.times(cos).add(a.times(sin)))
	return double{near, 0}.add(rest)
}

// nearAtan returns the arctangent of 0 to 1 to about 50 bits: Cephes'
// approximation below 0.66, and above that by the distance from π/4.
func nearAtan(x float64) float64 {
	const (
		p0 = -8.750608600031904122785e-01
		p1 = -1.615753718733365076637e+01
		p2 = -7.500855792314704667340e+01
		p3 = -1.228866684490136173410e+02
		p4 = -6.485021904942025371773e+01
		q0 = +2.485846490142306297962e+01
		q1 = +1.650270098316988542046e+02
		q2 = +4.328810604912902668951e+02
		q3 = +4.853903996359136964868e+02
		q4 = +1.945506571482613964425e+02
	)
	if x > 0.66 {
		return math.Pi/4 + nearAtan((x-1)/(x+1))
	}
	z := float64(x * x)
	p, q := p0, 1.0
	for _, c := range [...]float64{p1, p2, p3, p4} {
		p = float64(p*z) + c
	}
	for _, c := range [...]float64{q0, q1, q2, q3, q4} {
		q = float64(q*z) + c
	}
	return float64(float64(x*z)*p/q) + x
}

// Asin returns the angle whose sine is x.
func Asin(x float64) float64 {
	switch a := math.Abs(x); {
	case a > 1:
		return math.NaN()
	case a < 0x1p-30:
		return x // the next term of the series, x³/6, is below its last bit
	default:
		return math.Copysign(octant(double{a, 0}, other(a)).high, x)
	}
}

// Acos returns the angle whose cosine is x.
func Acos(x float64) float64 {
	a := math.Abs(x)
	if a > 1 {
		return math.NaN()
	}
	angle := octant(other(a), double{a, 0})
	if x < 0 {
		angle = pi.minus(angle)
	}
	return angle.high
}

// other returns the square root of 1 - a².
func other(a float64) double { return sum(1, -a).times(sum(1, a)).root() }
