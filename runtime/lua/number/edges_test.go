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
