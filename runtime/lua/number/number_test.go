package number

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// functions are the functions of one number, with their references.
var functions = []struct {
	name        string
	here, exact func(float64) float64
}{
	{"Exp", Exp, exactExp},
	{"Log", Log, exactLog},
	{"Log10", Log10, exactLog10},
	{"Sin", Sin, exactSin},
	{"Cos", Cos, exactCos},
	{"Tan", Tan, exactTan},
	{"Asin", Asin, exactAsin},
	{"Acos", Acos, exactAcos},
	{"Atan", Atan, exactAtan},
	{"Sinh", Sinh, exactSinh},
	{"Cosh", Cosh, exactCosh},
	{"Tanh", Tanh, exactTanh},
}

// argument returns a number of any size that occurs in games, and sometimes one
// that does not.
func argument(luck *rand.Rand) float64 {
	switch luck.IntN(5) {
	case 0:
		return luck.NormFloat64()
	case 1:
		return 2*luck.Float64() - 1
	case 2:
		return 50 * luck.NormFloat64()
	case 3:
		return float64(luck.IntN(100))
	}
	return math.Ldexp(luck.NormFloat64(), luck.IntN(120)-60)
}

func samples() int {
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		return 20_000
	}
	return 300
}

// TestResultsAreRoundedCorrectly checks that results are the exact ones,
// rounded: math/big computes them to 400 bits.
func TestResultsAreRoundedCorrectly(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for _, f := range functions {
		for range samples() {
			x := argument(luck)
			got, want := f.here(x), f.exact(x)
			if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
			}
		}
	}
	for range 2 * samples() {
		x, y := math.Abs(argument(luck)), argument(luck)
		if luck.IntN(2) == 0 {
			y = float64(luck.IntN(200) - 100)
		}
		if got, want := Pow(x, y), exactPow(x, y); got != want && math.Abs(want) >= 0x1p-1022 {
			t.Errorf("Pow(%v, %v) = %v, want %v", x, y, got, want)
		}
	}
}

// TestSpecialCases checks the special cases of C99, which Lua inherits.
func TestSpecialCases(t *testing.T) {
	inf, nan, minus := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"1^nan", Pow(1, nan), 1},
		{"nan^0", Pow(nan, 0), 1},
		{"(-1)^inf", Pow(-1, inf), 1},
		{"2^inf", Pow(2, inf), inf},
		{"2^-inf", Pow(2, -inf), 0},
		{"0.5^inf", Pow(0.5, inf), 0},
		{"0^-1", Pow(0, -1), inf},
		{"(-0)^-3", Pow(minus, -3), -inf},
		{"(-0)^3", Pow(minus, 3), minus},
		{"(-2)^3", Pow(-2, 3), -8},
		{"(-2)^0.5", Pow(-2, 0.5), nan},
		{"(-inf)^3", Pow(-inf, 3), -inf},
		{"(-inf)^-3", Pow(-inf, -3), minus},
		{"(-0)^0.5", Pow(minus, 0.5), 0},
		{"(-0)^1.5", Pow(minus, 1.5), 0},
		{"(-inf)^0.5", Pow(-inf, 0.5), inf},
		{"4^0.5", Pow(4, 0.5), 2},
		{"4^1.5", Pow(4, 1.5), 8},
		{"2^1023", Pow(2, 1023), 0x1p1023},
		{"2^-1074", Pow(2, -1074), 0x1p-1074},
		{"10^15", Pow(10, 15), 1e15},
		{"exp 710", Exp(710), inf},
		{"exp -746", Exp(-746), 0},
		{"exp -inf", Exp(-inf), 0},
		{"exp nan", Exp(nan), nan},
		{"log 0", Log(0), -inf},
		{"log -1", Log(-1), nan},
		{"log 1", Log(1), 0},
		{"log10 1000", Log10(1000), 3},
		{"sin -0", Sin(minus), minus},
		{"sin inf", Sin(inf), nan},
		{"tan -0", Tan(minus), minus},
		{"sin 1e22", Sin(1e22), -0.8522008497671888},
		{"cos 1e300", Cos(1e300), -0.5753861119575491},
		{"asin 2", Asin(2), nan},
		{"asin 1", Asin(1), math.Pi / 2},
		{"acos -1", Acos(-1), math.Pi},
		{"acos 1", Acos(1), 0},
		{"atan2 0 -1", Atan2(0, -1), math.Pi},
		{"atan2 -0 -1", Atan2(minus, -1), -math.Pi},
		{"atan2 -0 1", Atan2(minus, 1), minus},
		{"atan2 inf -inf", Atan2(inf, -inf), 3 * math.Pi / 4},
		{"atan2 1 inf", Atan2(1, inf), 0},
		{"atan2 1 0", Atan2(1, 0), math.Pi / 2},
		{"atan2 tiny", Atan2(1e-320, 1), 1e-320},
		{"atan2 huge", Atan2(1e300, 1e-300), math.Pi / 2},
		{"sinh -inf", Sinh(-inf), -inf},
		{"cosh -inf", Cosh(-inf), inf},
		{"tanh -inf", Tanh(-inf), -1},
		{"tanh -0", Tanh(minus), minus},
	} {
		if math.Float64bits(c.got) != math.Float64bits(c.want) && !(math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

// TestSpecialCasesOfTwoArguments checks that the special cases of two arguments
// are those of package math.
func TestSpecialCasesOfTwoArguments(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(), 1e300, 1e-300, -1e300, 1 << 62, 5e-324, math.MaxFloat64}
	near := func(a, b float64) bool {
		if math.IsNaN(a) || math.IsNaN(b) {
			return math.IsNaN(a) && math.IsNaN(b)
		}
		return math.Signbit(a) == math.Signbit(b) && (a == b || math.Abs(a-b) <= 1e-14*math.Abs(b))
	}
	for _, x := range special {
		for _, y := range special {
			if got, want := Pow(x, y), math.Pow(x, y); !near(got, want) {
				t.Errorf("%v ^ %v is %v, want %v", x, y, got, want)
			}
			if got, want := Atan2(x, y), math.Atan2(x, y); !near(got, want) {
				t.Errorf("atan2(%v, %v) is %v, want %v", x, y, got, want)
			}
		}
	}
}

// TestBitsAreIdenticalOnAllPlatforms checks that results have the same bits on every
// machine: the sum is fixed.
func TestBitsAreIdenticalOnAllPlatforms(t *testing.T) {
	const want = 0x97a5bbe0ce6970b4
	luck := rand.New(rand.NewPCG(3, 4))
	sum := fnv.New64a()
	add := func(x float64) {
		if math.IsNaN(x) {
			x = 0 // which NaN it is depends on the processor
		}
		bits := math.Float64bits(x)
		for i := range 8 {
			sum.Write([]byte{byte(bits >> (8 * i))})
		}
	}
	for range 2000 {
		for _, f := range functions {
			add(f.here(argument(luck)))
		}
		add(Pow(argument(luck), argument(luck)))
		add(Pow(math.Abs(argument(luck)), argument(luck)))
		add(Atan2(argument(luck), argument(luck)))
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("the bits of the results sum to %#x, want %#x", got, uint64(want))
	}
}

func BenchmarkPow(b *testing.B) {
	for b.Loop() {
		Pow(1.7, 2.3)
	}
}

func BenchmarkSin(b *testing.B) {
	for b.Loop() {
		Sin(1.7)
	}
}

// TestModIsExact compares Mod with math.Mod, which is exact too but slow.
func TestModIsExact(t *testing.T) {
	edges := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 3, math.Pi, 1 << 53, 1<<53 - 1, 1e300, math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, 3 * math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p-1022 - math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	}
	check := func(x, y float64) {
		got, want := Mod(x, y), math.Mod(x, y)
		if math.Float64bits(got) != math.Float64bits(want) && !(got != got && want != want) {
			t.Fatalf("Mod(%v, %v) is %v, not %v", x, y, got, want)
		}
	}
	for _, x := range edges {
		for _, y := range edges {
			check(x, y)
		}
	}
	luck := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		check(math.Float64frombits(luck.Uint64()), math.Float64frombits(luck.Uint64()))
		check(luck.NormFloat64()*1e6, luck.NormFloat64())
	}
}
