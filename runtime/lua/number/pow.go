package number

import "math"

// Pow returns x raised to y. Whole powers of whole numbers are exact as long as
// they can be represented; other results are off by at most one unit in the
// last place. The special cases are those of C.
func Pow(x, y float64) float64 {
	if v, special := powSpecial(x, y); special {
		return v
	}
	sign := 1.0
	if x < 0 { // y is whole
		if isOdd(y) {
			sign = -1
		}
		x = -x
	}
	if x == 1 {
		return sign
	}
	if math.Abs(y) >= 1<<64 {
		if (x > 1) == (y > 0) {
			return sign * math.Inf(1)
		}
		return 0
	}
	hi, lo := log2(x, math.Abs(y) > 1<<31)
	yHi := upper(y)
	pl := float64((y-yHi)*hi) + float64(y*lo)
	ph := float64(yHi * hi)
	switch z := pl + ph; {
	case z >= 1025:
		return sign * math.Inf(1)
	case z <= -1080:
		return sign * 0
	}
	return sign * exp2(ph, pl)
}

// powSpecial handles the operands for which Pow takes no logarithm.
func powSpecial(x, y float64) (v float64, special bool) {
	switch {
	case y == 0 || x == 1:
		return 1, true
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN(), true
	case math.IsInf(y, 0):
		switch {
		case x == -1:
			return 1, true
		case (math.Abs(x) < 1) == (y > 0):
			return 0, true
		}
		return math.Inf(1), true
	case x == 0 || math.IsInf(x, 0):
		v = math.Abs(x)
		if y < 0 {
			v = 1 / v
		}
		if math.Signbit(x) && isOdd(y) {
			v = -v
		}
		return v, true
	case y == 1:
		return x, true
	case y == 2:
		return x * x, true
	case y == 0.5 && x > 0:
		return math.Sqrt(x), true
	case x < 0 && y != math.Trunc(y):
		return math.NaN(), true
	}
	return 0, false
}

// isOdd reports whether y is an odd whole number.
func isOdd(y float64) bool {
	return math.Abs(y) < 1<<53 && y == math.Trunc(y) && int64(y)&1 == 1
}

// upper returns the upper half of the bits of x, the rest being 0, so that
// products of two such numbers are exact.
func upper(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1))
}

// log2 returns the binary logarithm of a positive finite number as the sum of
// two, the first an upper half. With large set, it is to be multiplied by so
// large a number that only an x near 1 matters.
func log2(x float64, large bool) (hi, lo float64) {
	if t := x - 1; large && math.Abs(t) < 1.0/(1<<20) {
		const ivln2Hi, ivln2Lo = 1.44269502162933349609e+00, 1.92596299112661746887e-08
		w := float64(float64(t*t) * (0.5 - float64(t*(0.3333333333333333333333-float64(t*0.25)))))
		u := float64(ivln2Hi * t)
		v := float64(t*ivln2Lo) - float64(w*log2e)
		hi = upper(u + v)
		return hi, v - (hi - u)
	}
	fraction, n := math.Frexp(x)
	x, n = 2*fraction, n-1 // from 1 to 2
	base, dpHi, dpLo := 1.0, 0.0, 0.0
	switch bits := math.Float64bits(x) >> 32 & 0xfffff; {
	case bits <= 0x3988e: // √1.5
	case bits < 0xbb67a: // √3
		base, dpHi, dpLo = 1.5, 5.84962487220764160156e-01, 1.35003920212974897128e-08
	default:
		x /= 2
		n++
	}
	ph, pl := thirds(x, base)
	const cp, cpHi, cpLo = 9.61796693925975554329e-01, 9.61796700954437255859e-01, -7.02846165095275826516e-09
	zh := float64(cpHi * ph)
	zl := float64(cpLo*ph) + float64(pl*cp) + dpLo
	t := float64(n)
	hi = upper(((zh + zl) + dpHi) + t)
	return hi, zl - (((hi - t) - dpHi) - zh)
}

// thirds returns 3/2 of the natural logarithm of x/base in two parts.
func thirds(x, base float64) (hi, lo float64) {
	u, v := x-base, 1/(x+base)
	s := float64(u * v)
	sh := upper(s)
	th := upper(x + base)
	tl := x - (th - base)
	sl := float64(v * ((u - float64(sh*th)) - float64(sh*tl)))
	s2 := float64(s * s)
	r := float64(float64(s2*s2) * horner(s2, 2.06975017800338417784e-01, 2.30660745775561754067e-01,
		2.72728123808534006489e-01, 3.33333329818377432918e-01, 4.28571428578550184252e-01, 5.99999999999994648725e-01))
	r += float64(sl * (sh + s))
	s2 = float64(sh * sh)
	th = upper(3 + s2 + r)
	tl = r - ((th - 3) - s2)
	u = float64(sh * th)
	v = float64(sl*th) + float64(tl*s)
	hi = upper(u + v)
	return hi, v - (hi - u)
}

// exp2 returns 2 raised to hi + lo.
func exp2(hi, lo float64) float64 {
	const ln2, ln2Up, ln2Low = 6.93147180559945286227e-01, 6.93147182464599609375e-01, -1.90465429995776804525e-09
	n := 0.0
	if z := hi + lo; math.Abs(z) > 0.5 {
		n = math.Floor(z + 0.5)
		hi -= n
	}
	t := upper(lo + hi)
	u := float64(t * ln2Up)
	v := float64((lo-(t-hi))*ln2) + float64(t*ln2Low)
	z := u + v
	w := v - (z - u)
	t1 := z - remez(float64(z*z))
	r := float64(z*t1)/(t1-2) - (w + float64(z*w))
	return math.Ldexp(1-(r-z), int(n))
}
