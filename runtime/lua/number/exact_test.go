package number

import (
	"math"
	"math/big"
	"sync"
)

// The references compute with so many bits that rounding the result once is
// correct.
const precision = 400

func exact(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func times(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(a, b) }
func over(a, b *big.Float) *big.Float  { return new(big.Float).SetPrec(precision).Quo(a, b) }
func plus(a, b *big.Float) *big.Float  { return new(big.Float).SetPrec(precision).Add(a, b) }
func less(a, b *big.Float) *big.Float  { return new(big.Float).SetPrec(precision).Sub(a, b) }

// add adds a term to a sum, and reports whether that changes it.
func add(sum, term *big.Float) bool {
	old := new(big.Float).Set(sum)
	return sum.Add(sum, term).Cmp(old) != 0
}

func rounded(x *big.Float) float64 {
	y, _ := x.Float64()
	return y
}

// isFinite guards the references, which know finite numbers only.
func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// bigExp returns e^x: a series for x/2^k, squared k times.
func bigExp(x *big.Float) *big.Float {
	k := max(0, x.MantExp(nil)) + 16
	small := new(big.Float).SetMantExp(x, -k)
	y, term := exact(1), exact(1)
	for n := 1; n < 60; n++ {
		term = over(times(term, small), exact(float64(n)))
		if !add(y, term) {
			break // so would all later terms, which are smaller
		}
	}
	for range k {
		y = times(y, y)
	}
	return y
}

// bigLog returns ln x: Newton's method from the result of math.Log, which is right to
// 52 binary digits. Three steps make that 416.
func bigLog(x *big.Float) *big.Float {
	m := new(big.Float)
	e := x.MantExp(m)
	near, _ := m.Float64()
	y := exact(math.Log(near))
	for range 3 {
		y = less(plus(y, over(m, bigExp(y))), exact(1))
	}
	return plus(y, times(exact(float64(e)), bigLn2()))
}

// bigLn2 is ln 2 = 2 artanh(1/3). Callers must not change it.
var bigLn2 = sync.OnceValue(func() *big.Float {
	sum, power := exact(0), over(exact(2), exact(3))
	for n := 1; n < 280; n += 2 {
		sum = plus(sum, over(power, exact(float64(n))))
		power = over(power, exact(9))
	}
	return sum
})

// bigLn10 is ln 10. Callers must not change it.
var bigLn10 = sync.OnceValue(func() *big.Float { return bigLog(exact(10)) })

// bigTurn is 2π. Callers must not change it.
var bigTurn = sync.OnceValue(func() *big.Float { return new(big.Float).SetMantExp(bigAtan(exact(1)), 3) })

// bigAtan returns the arctangent: a series after halving the angle.
func bigAtan(x *big.Float) *big.Float {
	const halvings = 12
	for range halvings {
		root := new(big.Float).SetPrec(precision).Sqrt(plus(exact(1), times(x, x)))
		x = over(x, plus(exact(1), root))
	}
	sum, power, square := exact(0), x, times(x, x)
	for n := 1; n < 50; n += 2 {
		term := over(power, exact(float64(n)))
		if n%4 == 3 {
			term.Neg(term)
		}
		if !add(sum, term) {
			break
		}
		power = times(power, square)
	}
	return new(big.Float).SetMantExp(sum, halvings)
}

// bigCircle returns sine and cosine of x, reduced by whole turns.
func bigCircle(x float64) (sin, cos *big.Float) {
	turn := bigTurn()
	turns := over(exact(x), turn)
	whole, _ := turns.Int(nil)
	r := less(exact(x), times(turn, new(big.Float).SetPrec(precision).SetInt(whole)))
	sin, cos = exact(0), exact(0)
	term := exact(1)
	changed := 0 // the last term that changed its sum
	for n := range 120 {
		signed := new(big.Float).Set(term)
		if n&2 != 0 {
			signed.Neg(signed)
		}
		sum := cos
		if n&1 != 0 {
			sum = sin
		}
		if add(sum, signed) {
			changed = n
		} else if n > changed+2 && n > 6 { // r is at most 2π, so the terms become smaller
			break
		}
		term = over(times(term, r), exact(float64(n+1)))
	}
	return sin, cos
}

func exactExp(x float64) float64 {
	if math.Abs(x) > 800 {
		return math.Exp(x) // infinite or 0
	}
	return rounded(bigExp(exact(x)))
}

func exactLog(x float64) float64 {
	if x <= 0 || x == 1 || !isFinite(x) {
		return math.Log(x)
	}
	return rounded(bigLog(exact(x)))
}

func exactLog10(x float64) float64 {
	if x <= 0 || x == 1 || !isFinite(x) {
		return math.Log10(x)
	}
	return rounded(over(bigLog(exact(x)), bigLn10()))
}

func exactPow(x, y float64) float64 {
	if x == 0 || math.Abs(y*math.Log(x)) > 800 {
		return math.Pow(x, y)
	}
	if y == math.Trunc(y) && math.Abs(y) <= 64 { // the result may lie half way between two numbers
		power := new(big.Float).SetPrec(64 * 53).SetInt64(1)
		for range int(math.Abs(y)) {
			power.Mul(power, exact(x))
		}
		if y < 0 {
			power.Quo(exact(1), power)
		}
		return rounded(power)
	}
	return rounded(bigExp(times(exact(y), bigLog(exact(x)))))
}

func exactSin(x float64) float64 {
	sin, _ := bigCircle(x)
	return rounded(sin)
}

func exactCos(x float64) float64 {
	_, cos := bigCircle(x)
	return rounded(cos)
}

func exactTan(x float64) float64 {
	sin, cos := bigCircle(x)
	return rounded(over(sin, cos))
}

func exactAtan(x float64) float64 { return rounded(bigAtan(exact(x))) }

// exactAsin is the arctangent of x / √(1 - x²).
func exactAsin(x float64) float64 {
	if math.Abs(x) >= 1 {
		return math.Asin(x)
	}
	root := new(big.Float).SetPrec(precision).Sqrt(less(exact(1), times(exact(x), exact(x))))
	return rounded(bigAtan(over(exact(x), root)))
}

// exactAcos is twice the arctangent of √((1-x)/(1+x)).
func exactAcos(x float64) float64 {
	if math.Abs(x) >= 1 {
		return math.Acos(x)
	}
	root := new(big.Float).SetPrec(precision).Sqrt(over(less(exact(1), exact(x)), plus(exact(1), exact(x))))
	return rounded(times(exact(2), bigAtan(root)))
}

func exactSinh(x float64) float64 {
	if math.Abs(x) > 800 {
		return math.Sinh(x)
	}
	y := bigExp(exact(x))
	return rounded(over(less(y, over(exact(1), y)), exact(2)))
}

func exactCosh(x float64) float64 {
	if math.Abs(x) > 800 {
		return math.Cosh(x)
	}
	y := bigExp(exact(x))
	return rounded(over(plus(y, over(exact(1), y)), exact(2)))
}

func exactTanh(x float64) float64 {
	if math.Abs(x) > 100 {
		return math.Tanh(x)
	}
	y := bigExp(times(exact(2), exact(x)))
	return rounded(over(less(y, exact(1)), plus(y, exact(1))))
}
