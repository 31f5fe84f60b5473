package number

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"
)

// unary are the functions of one argument, each with Go's own and an argument
// for it from a number between -1 and 1.
var unary = []struct {
	name      string
	ours, go_ func(float64) float64
	argument  func(float64) float64
}{
	{"exp", Exp, math.Exp, func(x float64) float64 { return x * 750 }},
	{"log", Log, math.Log, func(x float64) float64 { return math.Ldexp(math.Abs(x), int(x*1000)) }},
	{"log10", Log10, math.Log10, func(x float64) float64 { return math.Ldexp(math.Abs(x), int(x*1000)) }},
	{"sin", Sin, math.Sin, func(x float64) float64 { return x * 1000 }},
	{"cos", Cos, math.Cos, func(x float64) float64 { return x * 1000 }},
	{"tan", Tan, math.Tan, func(x float64) float64 { return x * 1000 }},
	{"sin of large", Sin, math.Sin, func(x float64) float64 { return math.Ldexp(x, 200) }},
	{"tan of large", Tan, math.Tan, func(x float64) float64 { return math.Ldexp(x, 200) }},
	{"asin", Asin, math.Asin, func(x float64) float64 { return x }},
	{"acos", Acos, math.Acos, func(x float64) float64 { return x * 0.9 }},
	{"atan", Atan, math.Atan, func(x float64) float64 { return x * 10 }},
	{"sinh", Sinh, math.Sinh, func(x float64) float64 { return x * 30 }},
	{"cosh", Cosh, math.Cosh, func(x float64) float64 { return x * 30 }},
	{"tanh", Tanh, math.Tanh, func(x float64) float64 { return x * 3 }},
}

// Go's own functions are right to a few units in the last place, whatever they
// are on this machine.
func TestValuesAreThoseOfMathButForTheLastDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range unary {
		for range 20_000 {
			x := f.argument(2*r.Float64() - 1)
			if got, want := f.ours(x), f.go_(x); !near(got, want, 2e-15) {
				t.Fatalf("%s(%v) is %v, and should be about %v", f.name, x, got, want)
			}
		}
		for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-300, 1e308, 710, -746, 0.5} {
			if got, want := f.ours(x), f.go_(x); !near(got, want, 2e-15) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
				t.Errorf("%s(%v) is %v, and should be %v", f.name, x, got, want)
			}
		}
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, 1e-300, -1e300, 1 << 62, 5e-324, math.MaxFloat64}
	for _, x := range special {
		for _, y := range special {
			if got, want := Pow(x, y), math.Pow(x, y); !near(got, want, 1e-14) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
				t.Errorf("%v ^ %v is %v, and should be %v", x, y, got, want)
			}
			if got, want := Atan2(x, y), math.Atan2(x, y); !near(got, want, 1e-14) || math.Signbit(got) != math.Signbit(want) && !math.IsNaN(want) {
				t.Errorf("atan2(%v, %v) is %v, and should be %v", x, y, got, want)
			}
		}
	}
}

func near(a, b, most float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= most*math.Abs(b) || math.Abs(a-b) <= 1e-16
}

// Whole powers are exact as long as they can be represented.
func TestWholePowersAreExact(t *testing.T) {
	for base := 2; base <= 40; base++ {
		exact := 1
		for n := 0; exact < 1<<53; n++ {
			if got := Pow(float64(base), float64(n)); got != float64(exact) {
				t.Errorf("%d ^ %d is %v, and should be %d", base, n, got, exact)
			}
			if got := Pow(float64(-base), float64(n)); math.Abs(got) != float64(exact) || (got < 0) != (n%2 == 1) {
				t.Errorf("(-%d) ^ %d is %v", base, n, got)
			}
			exact *= base
		}
	}
	for n := range 23 {
		if got := Log10(Pow(10, float64(n))); got != float64(n) {
			t.Errorf("the logarithm of 1e%d to base 10 is %v", n, got)
		}
	}
}

// The bits of 400,000 results are those that every machine must get. CI runs
// this on amd64 with and without fused instructions, on arm64 and on wasm.
func TestBitsAreTheSameOnEveryMachine(t *testing.T) {
	const want = "f946b0eebf6e40e1342c33a68e57adfd0fa0cb6289aed7f5145dbe3a8fad942b"
	sum, r := sha256.New(), rand.New(rand.NewPCG(3, 4))
	note := func(v float64) {
		if math.IsNaN(v) {
			v = math.NaN()
		}
		_ = binary.Write(sum, binary.LittleEndian, v)
	}
	for range 20_000 {
		for _, f := range unary {
			note(f.ours(f.argument(2*r.Float64() - 1)))
		}
		x, y := float64(r.Float64()*100), float64(20*r.Float64())-10
		note(Pow(x, y))
		note(Pow(1+x/1e9, y*1e6))
		note(Atan2(y, x-50))
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		t.Errorf("the results are %s, and must be %s", got, want)
	}
}
