package number

import "math"

// ln 2 in parts: products of the first two with whole numbers up to 2^12 are
// exact.
const (
	ln2High   = 0x1.62e42fefa2000p-1
	ln2Middle = 0x1.9ef35793c6000p-41
	ln2Low    = 0x1.673007e5ed5e8p-81
	inLn2     = 0x1.71547652b82fep+0
)

// The arguments beyond which exp is infinite or zero.
const (
	expMost  = 709.79
	expLeast = -745.2
)

// wholeLn2 returns k · ln 2.
func wholeLn2(k float64) double {
	d := sum(float64(k*ln2High), float64(k*ln2Middle))
	return d.add(product(k, ln2Low))
}

// smallExp returns e^x - 1 for |x| < 0.35.
func smallExp(x double) double {
	const halvings = 8
	x = x.scaled(-halvings)
	y := polynomial(x, factorials[1:12]).times(x)
	for range halvings {
		y = y.scaled(1).add(y.times(y))
	}
	return y
}

// exp returns e^x as y · 2^k. x must be between expLeast and expMost.
func exp(x double) (y double, k int) {
	n := math.Floor(float64(x.high*inLn2) + 0.5)
	return one.add(smallExp(x.minus(wholeLn2(n)))), int(n)
}

// Exp returns e^x.
func Exp(x float64) float64 {
	switch {
	case x > expMost:
		return math.Inf(1)
	case x < expLeast:
		return 0
	}
	y, k := exp(double{x, 0})
	return math.Ldexp(y.high, k)
}

// log returns ln x of a positive number.
func log(x float64) double {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = float64(2*m), e-1
	}
	f := m - 1
	near := nearLog(f)
	y, _ := exp(double{near, 0}) // times 1, since near is at most ln 2 / 2 from 0
	// m/y is so close to 1 that the first term of the series is enough, and m - y
	// is exact enough even where the logarithm is small: so is the low part of y.
	rest := double{m, 0}.minus(y).over(double{m, 0}.add(y)).scaled(1)
	return double{near, 0}.add(rest).add(wholeLn2(float64(e)))
}

// nearLog returns ln(1 + f) to about 48 bits.
func nearLog(f float64) float64 {
	s := f / (2 + f)
	square := float64(s * s)
	y := 0.0
	for i := 19; i >= 1; i -= 2 {
		y = float64(y*square) + 1/float64(i)
	}
	return float64(2 * float64(s*y))
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	if y, ok := logEdge(x); ok {
		return y
	}
	return log(x).high
}

// Log10 returns the decimal logarithm of x.
func Log10(x float64) float64 {
	if y, ok := logEdge(x); ok {
		return y
	}
	return log(x).times(inLn10).high
}

// logEdge returns the logarithm of a number that has none, or an infinite one.
func logEdge(x float64) (y float64, ok bool) {
	switch {
	case math.IsInf(x, 1):
		return x, true
	case x < 0:
		return math.NaN(), true
	case x == 0:
		return math.Inf(-1), true
	}
	return 0, false
}

// Pow returns x^y. The special cases are those of C99.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(y):
		return math.NaN()
	case y == 2:
		return float64(x * x)
	case y == -1:
		return 1 / x
	}
	whole := math.Floor(y) == y
	negative := math.Signbit(x) && whole && math.Abs(y) < 1<<53 && int64(y)&1 == 1
	var z float64
	switch a := math.Abs(x); {
	case math.IsInf(a, 0) || a == 0:
		z = powEdge(a, y)
	case x < 0 && !whole:
		return math.NaN()
	case a == 1:
		z = 1
	case y == 0.5:
		z = math.Sqrt(a)
	case whole && math.Abs(y) <= 64:
		z = wholePower(a, int(y))
	default:
		z = power(a, y)
	}
	if negative {
		return -z
	}
	return z
}

// powEdge returns |x|^y if x is infinite or 0.
func powEdge(a, y float64) float64 {
	if (a == 0) == (y < 0) {
		return math.Inf(1)
	}
	return 0
}

// wholePower returns a^n by multiplication.
func wholePower(a float64, n int) float64 {
	m, e := math.Frexp(a)
	base, y := double{m, 0}, one
	for i := max(n, -n); i > 0; i >>= 1 {
		if i&1 == 1 {
			y = y.times(base)
		}
		base = base.times(base)
	}
	if n < 0 {
		y = one.over(y)
	}
	return math.Ldexp(y.high, e*n)
}

func power(a, y float64) float64 {
	l := log(a)
	switch near := float64(l.high * y); {
	case near > expMost+1:
		return math.Inf(1)
	case near < expLeast-1:
		return 0
	}
	z, k := exp(l.times(double{y, 0}))
	return math.Ldexp(z.high, k)
}

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30:
		return x // as in Asin
	case a < 0.3:
		y := smallExp(double{x, 0})
		return y.add(y.over(one.add(y))).scaled(-1).high
	case a > expMost+1:
		return math.Copysign(math.Inf(1), x)
	}
	y, k := exp(double{a, 0})
	if a < 40 {
		y = y.minus(one.over(y).scaled(-2 * k))
	}
	return math.Copysign(math.Ldexp(y.high, k-1), x)
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	if a > expMost+1 {
		return math.Inf(1)
	}
	y, k := exp(double{a, 0})
	if a < 40 {
		y = y.add(one.over(y).scaled(-2 * k))
	}
	return math.Ldexp(y.high, k-1)
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30:
		return x // as in Asin
	case a > 22:
		return math.Copysign(1, x)
	}
	y := double{}
	if a < 0.15 {
		y = smallExp(double{float64(2 * a), 0})
	} else {
		e, k := exp(double{float64(2 * a), 0})
		y = e.scaled(k).minus(one)
	}
	return math.Copysign(y.over(y.add(double{2, 0})).high, x)
}
