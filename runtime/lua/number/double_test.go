package number

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// value returns the number that a double stands for.
func value(d double) *big.Float { return plus(exact(d.high), exact(d.low)) }

// digitsOf returns the number of correct binary digits of a result, at most 200.
func digitsOf(got, want *big.Float) int {
	off := less(got, want)
	if off.Sign() == 0 {
		return 200
	}
	return want.MantExp(nil) - off.MantExp(nil)
}

// random returns a double of random digits, from 1/2 to 1.
func random(luck *rand.Rand) double {
	return sum(math.Ldexp(float64(luck.Uint64()>>11|1<<52), -53), math.Ldexp(float64(luck.Uint64()>>12), -52-54))
}

// TestSumsAndProductsAreExact checks the operations on which all others depend: they are
// exact.
func TestSumsAndProductsAreExact(t *testing.T) {
	luck := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		a, b := math.Ldexp(random(luck).high, luck.IntN(80)-40), math.Ldexp(random(luck).high, luck.IntN(80)-40)
		if luck.IntN(2) == 0 {
			b = -b
		}
		if got, want := value(sum(a, b)), plus(exact(a), exact(b)); got.Cmp(want) != 0 {
			t.Errorf("%v + %v = %v, want %v", a, b, got, want)
		}
		if got, want := value(product(a, b)), times(exact(a), exact(b)); got.Cmp(want) != 0 {
			t.Errorf("%v · %v = %v, want %v", a, b, got, want)
		}
		if a, b := max(math.Abs(a), math.Abs(b)), min(math.Abs(a), math.Abs(b)); quickSum(a, -b) != sum(a, -b) {
			t.Errorf("%v - %v differs by the quick way", a, b)
		}
		high, low := split(a)
		if high+low != a || math.Abs(low) > math.Abs(math.Ldexp(high, -26)) || high != float64(int64(math.Ldexp(high, 26-exponentOf(a))))*math.Ldexp(1, exponentOf(a)-26) {
			t.Errorf("%v is split into %v and %v", a, high, low)
		}
	}
}

// exponentOf returns e with 2^(e-1) ≤ x < 2^e.
func exponentOf(x float64) int {
	_, e := math.Frexp(x)
	return e
}

// TestDoublesHaveAHundredDigits checks the arithmetic of doubles, to 103 binary digits.
func TestDoublesHaveAHundredDigits(t *testing.T) {
	luck := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		a, b := random(luck), random(luck)
		x, y := value(a), value(b)
		for name, c := range map[string]struct {
			got  double
			want *big.Float
		}{
			"sum": {a.add(b), plus(x, y)}, "product": {a.times(b), times(x, y)}, "quotient": {a.over(b), over(x, y)},
			"root": {a.root(), new(big.Float).SetPrec(precision).Sqrt(x)}, "scaled": {a.scaled(-7), new(big.Float).SetMantExp(x, -7)},
			"difference": {a.minus(b.scaled(-3)), less(x, new(big.Float).SetMantExp(y, -3))},
			"polynomial": {polynomial(b, []double{a, b, a}), plus(x, times(y, plus(y, times(y, x))))},
		} {
			if n := digitsOf(value(c.got), c.want); n < 103 {
				t.Errorf("the %s of %v and %v has %d digits", name, a, b, n)
			}
		}
	}
	if zero := (double{}); zero.root() != zero {
		t.Errorf("the root of 0 is %v", zero.root())
	}
}

// TestConstantsHaveAHundredDigits checks the constants and the series.
func TestConstantsHaveAHundredDigits(t *testing.T) {
	quarter, ln10 := bigAtan(exact(1)), bigLog(exact(10))
	for name, c := range map[string]struct {
		got  double
		want *big.Float
	}{
		"π": {pi, times(exact(4), quarter)}, "π/2": {halfPi, times(exact(2), quarter)}, "1/ln 10": {inLn10, over(exact(1), ln10)},
		"ln 2": {wholeLn2(1), bigLn2()}, "1074 ln 2": {wholeLn2(1074), times(exact(1074), bigLn2())}, "-7 ln 2": {wholeLn2(-7), times(exact(-7), bigLn2())},
	} {
		if n := digitsOf(value(c.got), c.want); n < 104 {
			t.Errorf("%s has %d digits", name, n)
		}
	}
	want := exact(1)
	for n, got := range factorials {
		if n > 0 {
			want = over(want, exact(float64(n)))
		}
		if n := digitsOf(value(got), want); n < 104 {
			t.Errorf("1/%d! has %d digits", n, n)
		}
	}
}

// TestSeriesHaveAHundredDigits checks the functions before their results are rounded: 103
// binary digits are right over the whole range of each method, and 97 of the powers of e
// with great exponents.
func TestSeriesHaveAHundredDigits(t *testing.T) {
	numbers := 300
	if testing.Short() {
		numbers = 60
	}
	luck := rand.New(rand.NewPCG(11, 12))
	check := func(name string, x float64, got double, want *big.Float) {
		least := 103
		if name == "exp" && x > 1 {
			least = 97
		}
		if n := digitsOf(value(got), want); n < least {
			t.Errorf("%s(%v) has %d digits", name, x, n)
		}
	}
	for range numbers {
		x := math.Ldexp(random(luck).high, -luck.IntN(30)) * math.Pi / 4
		sin, cos := bigCircle(x)
		check("sin", x, smallSin(double{x, 0}), sin)
		check("cos", x, smallCos(double{x, 0}), cos)
		e := less(bigExp(exact(x/3)), exact(1))
		check("exp - 1", x/3, smallExp(double{x / 3, 0}), e)
		x = min(math.Ldexp(random(luck).high, 10-luck.IntN(40)), 709)
		for _, x := range []float64{x, -x} {
			y, k := exp(double{x, 0})
			check("exp", math.Abs(x), y, new(big.Float).SetMantExp(bigExp(exact(x)), -k))
		}
		a := math.Ldexp(random(luck).high, -luck.IntN(30))
		for _, x := range []float64{1 + a, 1 - a/2, a, 1 / a, a / 32, 1 + a/32, 1 - a/32, 1 + a/0x1p20, 1 - a/0x1p20} {
			if x != 1 {
				check("log", x, log(x), bigLog(exact(x)))
			}
		}
		check("atan", a, octant(double{a, 0}, one), bigAtan(exact(a)))
		a = random(luck).high
		check("atan", a, octant(double{a, 0}, one), bigAtan(exact(a)))
		check("atan", 1/a, octant(one, double{a, 0}), bigAtan(over(exact(1), exact(a))))
		check("√(1 - x²)", a, other(a), new(big.Float).SetPrec(precision).Sqrt(less(exact(1), times(exact(a), exact(a)))))
	}
}

// TestAnglesAreReducedToAHundredDigits checks the remainder of angles of all sizes after
// multiples of π/2 are subtracted.
func TestAnglesAreReducedToAHundredDigits(t *testing.T) {
	luck := rand.New(rand.NewPCG(13, 14))
	half := new(big.Float).SetMantExp(bigAtan(exact(1)), 1)
	for i := range 1500 {
		x := math.Ldexp(random(luck).high, luck.IntN(200))
		if i%2 == 0 { // the closest to a multiple
			x, _ = times(half, exact(float64(luck.Uint64()>>(12+luck.IntN(52))+1))).Float64()
		}
		quarter, rest := reduce(x)
		all, _ := plus(over(exact(x), half), exact(0.5)).Int(nil)
		want := less(exact(x), times(half, new(big.Float).SetPrec(precision).SetInt(all)))
		if n := digitsOf(value(rest), want); n < 103 || int(new(big.Int).And(all, big.NewInt(3)).Int64()) != quarter {
			t.Errorf("%v is %v beyond multiple %d, to %d digits", x, rest, quarter, n)
		}
	}
}
