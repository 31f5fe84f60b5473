package number

import (
	"math"
	"strconv"
	"strings"
)

// Append appends a number as Format formats it.
func Append(b []byte, n float64) []byte {
	if math.IsNaN(n) || math.IsInf(n, 0) || n == math.Trunc(n) {
		return append(b, Format(n)...)
	}
	return strconv.AppendFloat(b, n, 'g', 14, 64)
}

// Format formats numbers as %.14g does, like PUC Lua, except that whole
// numbers below 2^63 have all their digits and zero never has a sign.
func Format(n float64) string {
	switch {
	case n == math.Trunc(n) && math.Abs(n) < 1<<63:
		return strconv.FormatInt(int64(n), 10)
	case math.IsNaN(n):
		return "nan" // PUC Lua shows the sign, which depends on the processor
	case math.IsInf(n, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(n, 'g', -1, 64)), "+")
	}
	return strconv.FormatFloat(n, 'g', 14, 64)
}
