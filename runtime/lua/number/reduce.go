package number

import (
	"math"
	"math/bits"
)

// reduce returns the octant of a finite angle x ≥ 0, from 0 to 7 with odd ones
// rounded up, and what remains of it, from -π/4 to π/4.
func reduce(x float64) (octant uint64, rest float64) {
	// π/4 in three parts; multiples of the first two are exact.
	const a, b, c = 7.85398125648498535156e-1, 3.77489470793079817668e-8, 2.69515142907905952645e-15
	if x >= 1<<29 {
		return reduceLarge(x)
	}
	octant = uint64(x * (4 / math.Pi))
	octant += octant & 1
	y := float64(octant)
	return octant & 7, ((x - float64(y*a)) - float64(y*b)) - float64(y*c)
}

// reduceLarge is the reduction of Payne and Hanek: it multiplies by the digits
// of 4/π that matter for the exponent of x.
func reduceLarge(x float64) (octant uint64, rest float64) {
	const shift, mask, bias = 52, 0x7ff, 1023
	mantissa := math.Float64bits(x)
	exponent := int(mantissa>>shift&mask) - bias - shift
	mantissa = mantissa&^(mask<<shift) | 1<<shift
	digit, by := uint(exponent+61)/64, uint(exponent+61)%64
	z0 := fourOverPi[digit]<<by | fourOverPi[digit+1]>>(64-by)
	z1 := fourOverPi[digit+1]<<by | fourOverPi[digit+2]>>(64-by)
	z2 := fourOverPi[digit+2]<<by | fourOverPi[digit+3]>>(64-by)
	z2Hi, _ := bits.Mul64(z2, mantissa)
	z1Hi, z1Lo := bits.Mul64(z1, mantissa)
	lo, carry := bits.Add64(z1Lo, z2Hi, 0)
	hi, _ := bits.Add64(z0*mantissa, z1Hi, carry)
	octant = hi >> 61
	hi = hi<<3 | lo>>61
	zeros := uint(bits.LeadingZeros64(hi))
	hi = (hi<<(zeros+1) | lo>>(64-(zeros+1))) >> (64 - shift)
	rest = math.Float64frombits(hi | uint64(bias-(zeros+1))<<shift)
	if octant&1 == 1 {
		octant = (octant + 1) & 7
		rest--
	}
	return octant, rest * (math.Pi / 4)
}

// fourOverPi holds the binary digits of 4/π: the whole part, then 19 groups of
// 64 after the point.
var fourOverPi = [...]uint64{
	0x0000000000000001, 0x45f306dc9c882a53, 0xf84eafa3ea69bb81, 0xb6c52b3278872083,
	0xfca2c757bd778ac3, 0x6e48dc74849ba5c0, 0x0c925dd413a32439, 0xfc3bd63962534e7d,
	0xd1046bea5d768909, 0xd338e04d68befc82, 0x7323ac7306a673e9, 0x3908bf177bf25076,
	0x3ff12fffbc0b301f, 0xde5e2316b414da3e, 0xda6cfd9e4f96136e, 0x9e8c7ecd3cbfd45a,
	0xea4f758fd7cbe2f6, 0x7a0e73ef14a525d4, 0xd7f6bf623f1aba10, 0xac06608df8f6d757,
}
