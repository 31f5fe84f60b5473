// Package number has the powers, logarithms and trigonometry of scripts, with
// the same bits on every machine.
//
// Layer lua. It knows numbers only. It uses nothing of package math that has
// assembly on some processor, except what IEEE 754 rounds exactly, and writes
// every product as a conversion, which keeps compilers from fusing it with an
// addition. Results are computed to about 100 bits, so that all but one in
// about 2^40 are rounded correctly, unless they are subnormal.
package number

import "math"

// double is the sum of two numbers, the second of which is too small to change
// the first.
type double struct{ high, low float64 }

// sum returns a + b exactly.
func sum(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

// quickSum is sum where |a| >= |b|.
func quickSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

// split returns the upper and the lower half of a number.
func split(a float64) (high, low float64) {
	t := float64(134217729 * a) // 2^27 + 1
	high = t - (t - a)
	return high, a - high
}

// product returns a · b exactly, unless it leaves the range of numbers.
func product(a, b float64) double {
	p := float64(a * b)
	ah, al := split(a)
	bh, bl := split(b)
	rest := float64(ah*bh) - p
	rest += float64(ah * bl)
	rest += float64(al * bh)
	return double{p, rest + float64(al*bl)}
}

func (a double) add(b double) double {
	s, t := sum(a.high, b.high), sum(a.low, b.low)
	s = quickSum(s.high, s.low+t.high)
	return quickSum(s.high, s.low+t.low)
}

func (a double) negative() double { return double{-a.high, -a.low} }

func (a double) minus(b double) double { return a.add(b.negative()) }

func (a double) times(b double) double {
	p := product(a.high, b.high)
	cross := float64(a.high*b.low) + float64(a.low*b.high)
	return quickSum(p.high, p.low+cross)
}

// scaled returns a · 2^k exactly.
func (a double) scaled(k int) double {
	return double{math.Ldexp(a.high, k), math.Ldexp(a.low, k)}
}

func (a double) over(b double) double {
	first := a.high / b.high
	rest := a.minus(b.times(double{first, 0}))
	second := rest.high / b.high
	rest = rest.minus(b.times(double{second, 0}))
	q := quickSum(first, second)
	return q.add(double{rest.high / b.high, 0})
}

// root is the square root.
func (a double) root() double {
	if a.high == 0 {
		return a
	}
	x := math.Sqrt(a.high)
	rest := a.minus(product(x, x))
	return quickSum(x, rest.high/float64(2*x))
}

// polynomial returns c[0] + c[1]x + c[2]x² + ….
func polynomial(x double, c []double) double {
	p := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		p = p.times(x).add(c[i])
	}
	return p
}

var (
	one    = double{1, 0}
	pi     = double{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	halfPi = double{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
	// inLn10 is 1 / ln 10.
	inLn10 = double{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
)

// factorials are 1/n!.
var factorials = [...]double{
	{0x1p+0, 0},
	{0x1p+0, 0},
	{0x1p-1, 0},
	{0x1.5555555555555p-3, 0x1.5555555555555p-57},
	{0x1.5555555555555p-5, 0x1.5555555555555p-59},
	{0x1.1111111111111p-7, 0x1.1111111111111p-63},
	{0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
	{0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
	{0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
	{0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
	{0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
	{0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
	{0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
	{0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
	{0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
	{0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
	{0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
	{0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
	{0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
	{0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
	{0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
	{0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
	{0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
	{0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
	{0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
	{0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
	{0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143},
	{0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149},
	{0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
}
