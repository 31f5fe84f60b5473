package number

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSpecialNumbersInEveryFunction compares the functions of one number with
// those of package math where the result is special or the argument is extreme.
// The logarithms of package math are wrong below 2^-1022 on amd64.
func TestSpecialNumbersInEveryFunction(t *testing.T) {
	theirs := map[string]func(float64) float64{
		"Exp": math.Exp, "Log": exactLog, "Log10": exactLog10, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan,
		"Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan, "Sinh": math.Sinh, "Cosh": math.Cosh, "Tanh": math.Tanh,
	}
	arguments := []float64{
		0, 1, 2, 0.5, math.Pi / 4, math.Pi / 2, math.Pi, 1e-300, 0x1p-1022, math.SmallestNonzeroFloat64, 1e10, 1e22, 0x1p120, 0x1p600, 1e300,
		0x1p1023, math.MaxFloat64, math.Inf(1), math.NaN(), 709.5, 709.9, 710.3, 710.5, 711, 745.1, 745.2, 747, 800,
	}
	for _, f := range functions {
		for _, a := range arguments {
			for _, x := range []float64{a, -a, math.Nextafter(a, 0), math.Nextafter(a, math.Inf(1))} {
				got, want := f.here(x), theirs[f.name](x)
				alike := got == want || math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) <= 1e-14*math.Abs(want)
				if f.name == "Sin" || f.name == "Cos" || f.name == "Tan" { // math reduces huge angles to fewer digits
					alike = alike || math.Abs(got-want) <= 1e-14
				}
				if !alike || got == got && math.Signbit(got) != math.Signbit(want) {
					t.Errorf("%s(%v) = %v, package math says %v", f.name, x, got, want)
				}
			}
		}
	}
}

// TestResultsAroundMethodChanges checks both sides of the points at which a function changes
// its method, where each method is least exact.
func TestResultsAroundMethodChanges(t *testing.T) {
	points := []float64{
		0x1p-60, 0x1p-30, 0.15, 0.3, 0.5, 0.66, math.Sqrt2, math.Pi / 4, 1, math.Pi / 2, 3 * math.Pi / 4, math.Pi, 5 * math.Pi / 4, 3 * math.Pi / 2,
		7 * math.Pi / 4, 2 * math.Pi, 22, 40, 64, 355, 1 << 20, 1e15, 700, 709,
	}
	for _, f := range functions {
		for _, p := range points {
			for x, i := p, 0; i < 4; x, i = math.Nextafter(x, math.Inf(1-2*(i&1))), i+1 {
				for _, x := range []float64{x, -x, x * (1 + 1e-9), x * (1 - 1e-9)} {
					got, want := f.here(x), f.exact(x)
					if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
						t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
					}
				}
			}
		}
	}
}

// TestAnglesOfPoints compares Atan2 with the exact angle in all quadrants.
func TestAnglesOfPoints(t *testing.T) {
	sizes := []float64{1e-300, 1e-20, 0.5, 0.65, 0.66, 0.67, 1, 3, 1e20, 1e300}
	for _, a := range sizes {
		for _, b := range sizes {
			first := bigAtan(over(exact(a), exact(b)))
			for quadrant, want := range map[[2]float64]float64{
				{a, b}:   rounded(first),
				{-a, b}:  -rounded(first),
				{a, -b}:  rounded(less(times(exact(4), bigAtan(exact(1))), first)),
				{-a, -b}: -rounded(less(times(exact(4), bigAtan(exact(1))), first)),
			} {
				if got := Atan2(quadrant[0], quadrant[1]); got != want {
					t.Errorf("Atan2(%v, %v) = %v, want %v", quadrant[0], quadrant[1], got, want)
				}
			}
		}
	}
}

// TestArgumentsClosestToMultiplesOfHalfPi checks the float64 that is closest to a
// multiple of π/2, and one with the greatest exponent.
func TestArgumentsClosestToMultiplesOfHalfPi(t *testing.T) {
	quarter, rest := reduce(math.Ldexp(6381956970095103, 797))
	if got := math.Abs(rest.high); quarter != 1 || math.Abs(got-4.68716592425462761112e-19) > 1e-34 {
		t.Errorf("it is %v from multiple %d", rest.high, quarter)
	}
	if got := Sin(math.MaxFloat64); got != 0.004961954789184062 {
		t.Errorf("sin of the greatest number is %v", got)
	}
}

// TestSubnormalPowers checks that squares and reciprocals are rounded once, even
// where the result has fewer digits.
func TestSubnormalPowers(t *testing.T) {
	luck := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		m := 1 + luck.Float64()
		if x := math.Ldexp(m, 1022+luck.IntN(2)); Pow(x, -1) != 1/x {
			t.Fatalf("Pow(%v, -1) = %v, want %v", x, Pow(x, -1), 1/x)
		}
		if x := math.Ldexp(m, -512-luck.IntN(26)); Pow(x, 2) != float64(x*x) {
			t.Fatalf("Pow(%v, 2) = %v, want %v", x, Pow(x, 2), float64(x*x))
		}
	}
}

// TestSmallArgumentsStay checks that a function whose series begins with x returns x if
// the next term is smaller than its last digit, down to the smallest number.
func TestSmallArgumentsStay(t *testing.T) {
	for name, f := range map[string]func(float64) float64{
		"Sin": Sin, "Tan": Tan, "Asin": Asin, "Atan": Atan, "Sinh": Sinh, "Tanh": Tanh,
		"Exp - 1": func(x float64) float64 { return Exp(x) - 1 + x }, "Acos": func(x float64) float64 { return Acos(x) - math.Pi/2 + x },
		"Cos - 1": func(x float64) float64 { return Cos(x) - 1 + x }, "Cosh - 1": func(x float64) float64 { return Cosh(x) - 1 + x },
	} {
		for e := -1074; e < -60; e++ {
			for _, x := range []float64{math.Ldexp(1, e), -math.Ldexp(1.75, e)} {
				if got := f(x); got != x {
					t.Errorf("%s(%v) = %v", name, x, got)
				}
			}
		}
	}
}

// TestRoundingWhereTheSecondTermBegins checks numbers just below and above the smallest one
// whose result is not the argument: there the result is almost half way between two numbers,
// so that some 90 binary digits decide how it is rounded.
func TestRoundingWhereTheSecondTermBegins(t *testing.T) {
	for _, f := range functions {
		switch f.name {
		case "Sin", "Tan", "Asin", "Atan", "Sinh", "Tanh":
		default:
			continue
		}
		for _, m := range []float64{1, 1.2, 1.4, 1.6, 1.8, 2} {
			low, high := math.Float64bits(math.Ldexp(m, -29)), math.Float64bits(math.Ldexp(m, -22))
			for high-low > 1 {
				middle := (low + high) / 2
				if x := math.Float64frombits(middle); f.exact(x) == x {
					low = middle
				} else {
					high = middle
				}
			}
			for _, off := range []uint64{300, 1000, 10_000} {
				for _, bits := range []uint64{low - off, low + off} {
					x := math.Float64frombits(bits)
					if got, want := f.here(x), f.exact(x); got != want || f.here(-x) != -want {
						t.Errorf("%s(±%v) = ±%v, want %v", f.name, x, got, want)
					}
				}
			}
		}
	}
}

// TestUndefinedResultsAreTheSameNaN checks that a result that is not a number has the same
// bits, whatever the processor returns for such an operation.
func TestUndefinedResultsAreTheSameNaN(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for name, got := range map[string]float64{
		"Asin(1.5)": Asin(1.5), "Asin(-3)": Asin(-3), "Asin(inf)": Asin(inf), "Acos(1.5)": Acos(1.5), "Acos(-3)": Acos(-3), "Acos(inf)": Acos(-inf),
		"Log(-1)": Log(-1), "Log(-inf)": Log(-inf), "Log10(-1)": Log10(-1), "Sin(inf)": Sin(inf), "Cos(-inf)": Cos(-inf), "Tan(inf)": Tan(inf),
		"Pow(-2, 0.5)": Pow(-2, 0.5), "Pow(-2, 1e-9)": Pow(-2, 1e-9), "Mod(1, 0)": Mod(1, 0), "Mod(inf, 1)": Mod(inf, 1), "Mod(nan, 1)": Mod(nan, 1), "Mod(1, nan)": Mod(1, nan),
		"Atan2(nan, 1)": Atan2(nan, 1), "Atan2(1, nan)": Atan2(1, nan), "Sin(nan)": Sin(nan), "Cos(nan)": Cos(nan), "Tan(nan)": Tan(nan), "Pow(2, nan)": Pow(2, nan),
	} {
		if math.Float64bits(got) != math.Float64bits(nan) {
			t.Errorf("%s is %v with the bits %#x", name, got, math.Float64bits(got))
		}
	}
}

// TestLogarithmsAroundTheRootOfTwo checks the numbers at the ends of the range to which
// logarithms reduce their argument.
func TestLogarithmsAroundTheRootOfTwo(t *testing.T) {
	for _, middle := range []float64{math.Sqrt2 / 2, math.Sqrt2, 31.0 / 32, 33.0 / 32, 1} {
		for i := range uint64(200) {
			x := math.Float64frombits(math.Float64bits(middle) - 100 + i)
			if got, want := Log(x), exactLog(x); got != want {
				t.Errorf("Log(%v) = %v, want %v", x, got, want)
			}
		}
	}
}

// TestPowersOfZeroAndInfinity checks the signs and sizes of powers without a finite base or
// exponent, for exponents that are even, odd, fractions and too great to be odd.
func TestPowersOfZeroAndInfinity(t *testing.T) {
	inf, minus := math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct{ x, y, want float64 }{
		{0, 3, 0},
		{minus, 3, minus},
		{minus, 4, 0},
		{minus, 0.5, 0},
		{minus, 1<<53 - 1, minus},
		{minus, 1 << 53, 0},
		{minus, 1 << 62, 0},
		{minus, 0x1p63, 0},
		{minus, 0x1p70, 0},
		{0, -3, inf},
		{minus, -3, -inf},
		{minus, -4, inf},
		{minus, -0.5, inf},
		{0, inf, 0},
		{minus, -inf, inf},
		{0, 1, 0},
		{minus, 1, minus},
		{minus, -1, -inf},
		{inf, 3, inf},
		{inf, -3, 0},
		{-inf, 3, -inf},
		{-inf, 4, inf},
		{-inf, -3, minus},
		{-inf, 0.5, inf},
		{-inf, -0.5, 0},
		{inf, inf, inf},
		{inf, -inf, 0},
		{-inf, inf, inf},
		{-inf, 1, -inf},
		{2, inf, inf},
		{-2, inf, inf},
		{0.5, inf, 0},
		{-0.5, inf, 0},
		{2, -inf, 0},
		{0.5, -inf, inf},
		{-1, inf, 1},
		{-1, -inf, 1},
		{1.0000000000000002, inf, inf},
		{0.9999999999999999, inf, 0},
		{-1, 0x1p53, 1},
		{-1, 1<<53 - 1, -1},
		{-1, 0x1p63, 1},
		{-1, 0x1p64, 1},
		{-2, 3, -8},
		{-2, 1, -2},
		{-2, 65, -0x1p65},
		{-2, 66, 0x1p66},
		{-2, -65, -0x1p-65},
		{4, 0.5, 2},
		{0x1p-1074, 1, 0x1p-1074},
	} {
		if got := Pow(c.x, c.y); got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("%v ^ %v is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}
