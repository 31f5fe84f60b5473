package number

import "math"

// morebits is what π/2 is beyond its float64.
const morebits = 6.123233995736765886130e-17

// Sin returns the sine of x radians.
func Sin(x float64) float64 {
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case math.IsInf(x, 0):
		return math.NaN()
	}
	octant, z := reduce(math.Abs(x))
	y := 0.0
	if octant&3 == 1 || octant&3 == 2 {
		y = cosine(z)
	} else {
		y = sine(z)
	}
	if (octant > 3) != (x < 0) {
		y = -y
	}
	return y
}

// Cos returns the cosine of x radians.
func Cos(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN()
	}
	octant, z := reduce(math.Abs(x))
	y := 0.0
	if octant&3 == 1 || octant&3 == 2 {
		y = sine(z)
	} else {
		y = cosine(z)
	}
	if (octant > 3) != (octant&3 > 1) {
		y = -y
	}
	return y
}

// Tan returns the tangent of x radians.
func Tan(x float64) float64 {
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case math.IsInf(x, 0):
		return math.NaN()
	}
	octant, z := reduce(math.Abs(x))
	y, zz := z, float64(z*z)
	if zz > 1e-14 {
		over := float64(zz * horner(zz, -1.30936939181383777646e4, 1.15351664838587416140e6, -1.79565251976484877988e7))
		y = z + float64(z*(over/horner(zz, 1, 1.36812963470692954678e4, -1.32089234440210967447e6, 2.50083801823357915839e7, -5.38695755929454629881e7)))
	}
	if octant&2 == 2 {
		y = -1 / y
	}
	if x < 0 {
		y = -y
	}
	return y
}

// sine and cosine take angles from -π/4 to π/4.
func sine(z float64) float64 {
	zz := float64(z * z)
	return z + float64(float64(z*zz)*horner(zz, 1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1))
}

func cosine(z float64) float64 {
	zz := float64(z * z)
	return 1 - float64(0.5*zz) + float64(float64(zz*zz)*horner(zz, -1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2))
}

// Atan returns the angle in radians whose tangent is x.
func Atan(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.Copysign(arctangent(math.Abs(x)), x)
}

// arctangent takes x ≥ 0.
func arctangent(x float64) float64 {
	switch {
	case x <= 0.66:
		return arc(x)
	case x > 2.41421356237309504880: // tan(3π/8)
		return math.Pi/2 - arc(1/x) + morebits
	}
	return math.Pi/4 + arc((x-1)/(x+1)) + 0.5*morebits
}

func arc(x float64) float64 {
	z := float64(x * x)
	over := float64(z * horner(z, -8.750608600031904122785e-01, -1.615753718733365076637e+01, -7.500855792314704667340e+01, -1.228866684490136173410e+02, -6.485021904942025371773e+01))
	z = over / horner(z, 1, 2.485846490142306297962e+01, 1.650270098316988542046e+02, 4.328810604912902668951e+02, 4.853903996359136964868e+02, 1.945506571482613964425e+02)
	return float64(x*z) + x
}

// Asin returns the angle in radians whose sine is x.
func Asin(x float64) float64 {
	z := math.Abs(x)
	switch {
	case x == 0 || math.IsNaN(x):
		return x
	case z > 1:
		return math.NaN()
	}
	root := math.Sqrt((1 - z) * (1 + z))
	if z > 0.7 {
		return math.Copysign(math.Pi/2-arctangent(root/z), x)
	}
	return math.Copysign(arctangent(z/root), x)
}

// Acos returns the angle in radians whose cosine is x.
func Acos(x float64) float64 {
	if x > 0.5 { // the difference would lose digits
		return 2 * Asin(math.Sqrt((1-x)*0.5))
	}
	return math.Pi/2 - Asin(x)
}

// Atan2 returns the angle in radians of the point (x, y), from -π to π.
func Atan2(y, x float64) float64 {
	switch {
	case math.IsNaN(y) || math.IsNaN(x):
		return math.NaN()
	case y == 0 && !math.Signbit(x):
		return y
	case y == 0:
		return math.Copysign(math.Pi, y)
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(x, 0) && math.IsInf(y, 0):
		if x > 0 {
			return math.Copysign(math.Pi/4, y)
		}
		return math.Copysign(3*math.Pi/4, y)
	}
	angle := math.Pi / 2
	if !math.IsInf(y, 0) {
		angle = arctangent(math.Abs(y / x))
		if x < 0 {
			angle = math.Pi - angle
		}
	}
	return math.Copysign(angle, y)
}
