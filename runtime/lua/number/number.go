// Package number computes powers, exponentials, logarithms and angles to the
// same bits on every machine.
//
// Layer lua. It imports only Go's math, and of that only what is exact: square
// roots, roundings, remainders, and taking a number apart. Go's math.Exp and
// its kin are written in assembly on some processors and contain fused
// multiply-adds on others, so their last bit differs between machines.
//
// Go may fuse x*y + z into one instruction unless the product is converted to
// float64 explicitly, which rounds it. Every product here that is added to
// something is converted; a test in tests/floats counts the fused instructions
// of the compiled code.
//
// The algorithms and coefficients are those of FreeBSD's msun (pow, exp, log)
// and of Cephes (angles), in the versions that Go's math package uses.
package number

import "math"

const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	log2e = 1.44269504088896338700e+00
)

// horner evaluates a polynomial whose coefficients begin with that of the
// highest power.
func horner(x float64, coefficients ...float64) float64 {
	sum := coefficients[0]
	for _, c := range coefficients[1:] {
		sum = float64(sum*x) + c
	}
	return sum
}

// Exp returns e raised to x.
func Exp(x float64) float64 {
	const (
		overflow  = 7.09782712893383973096e+02
		underflow = -7.45133219101941108420e+02
		nearZero  = 1.0 / (1 << 28)
	)
	switch {
	case math.IsNaN(x):
		return x
	case x > overflow:
		return math.Inf(1)
	case x < underflow:
		return 0
	case -nearZero < x && x < nearZero:
		return 1 + x
	}
	k := int(float64(log2e*x) + math.Copysign(0.5, x))
	hi, lo := x-float64(float64(k)*ln2Hi), float64(float64(k)*ln2Lo)
	r := hi - lo
	c := r - remez(float64(r*r))
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	return math.Ldexp(y, k)
}

// remez is the polynomial t·(P1 + t·(P2 + …)) that approximates e^r for t = r².
func remez(t float64) float64 {
	return float64(t * horner(t,
		4.13813679705723846039e-08, -1.65339022054652515390e-06, 6.61375632143793436117e-05,
		-2.77777777770155933842e-03, 1.66666666666666657415e-01))
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	f, exponent := math.Frexp(x)
	if f < math.Sqrt2/2 {
		f *= 2
		exponent--
	}
	f--
	k := float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * horner(s4, 1.479819860511658591e-01, 1.818357216161805012e-01, 2.857142874366239149e-01, 6.666666666666735130e-01))
	even := float64(s4 * horner(s4, 1.531383769920937332e-01, 2.222219843214978396e-01, 3.999999999940941908e-01))
	half := float64(float64(0.5*f) * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Lo))) - f)
}

// Log10 returns the logarithm of x to base 10. It is exact for powers of ten.
func Log10(x float64) float64 {
	y := float64(Log(x) * (1 / math.Ln10))
	if n := math.Round(y); math.Abs(n-y) < 1e-9 && Pow(10, n) == x {
		return n
	}
	return y
}

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	z, sign := math.Abs(x), math.Copysign(1, x)
	switch {
	case math.IsNaN(x):
		return x
	case z > 21:
		// e^x itself may overflow where half of it does not.
		half := Exp(0.5 * z)
		return sign * float64(float64(0.5*half)*half)
	case z > 0.5:
		ex := Exp(z)
		return sign * ((ex - 1/ex) * 0.5)
	}
	sq := float64(x * x)
	over := float64(horner(sq, -0.2630563213397497062819489e+2, -0.2894211355989563807284660366e+4, -0.8991272022039509355398013511e+5, -0.6307673640497716991184787251e+6) * x)
	return over / horner(sq, 1, -0.173678953558233699533450911e+3, 0.1521517378790019069696485176e+5, -0.6307673640497716991212077277e+6)
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	x = math.Abs(x)
	if x > 21 {
		half := Exp(0.5 * x)
		return float64(0.5*half) * half
	}
	ex := Exp(x)
	return (ex + 1/ex) * 0.5
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	z := math.Abs(x)
	switch {
	case z > 44:
		return math.Copysign(1, x)
	case z >= 0.625:
		return math.Copysign(1-2/(Exp(2*z)+1), x)
	case x == 0:
		return x
	}
	s := float64(x * x)
	over := float64(float64(x*s) * horner(s, -9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3))
	return x + over/horner(s, 1, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3)
}
