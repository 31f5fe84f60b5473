package syntax

import (
	"math"
	"strconv"
	"strings"
)

// Texts as numbers, as the C library parses them for PUC Lua.

// ParseNumber parses a decimal or hexadecimal number surrounded by white space.
// Like C, it takes a zero byte for the end of the text.
func ParseNumber(s string) (float64, bool) {
	s, _, _ = strings.Cut(s, "\x00")
	s = strings.Trim(s, spaces)
	unsigned := strings.TrimLeft(s, "+-")
	if len(s)-len(unsigned) > 1 || unsigned == "" {
		return 0, false
	}
	switch c := unsigned[0]; {
	case c == 'i' || c == 'I' || c == 'n' || c == 'N':
		return parseNonFinite(s, strings.ToLower(unsigned))
	case len(unsigned) > 2 && (unsigned[1] == 'x' || unsigned[1] == 'X'):
		if !isNumeral(unsigned[2:], isHex, 'p') {
			return 0, false
		}
		if !strings.ContainsAny(s, "pP") {
			s += "p0"
		}
	case !isNumeral(unsigned, IsDigit, 'e'):
		return 0, false
	}
	n, _ := strconv.ParseFloat(s, 64) // one out of range is an infinity
	return n, true
}

const spaces = " \t\n\v\f\r"

// isNumeral reports whether a text is digits with an optional point and an
// optional exponent, which is decimal.
func isNumeral(s string, digit func(byte) bool, exponent byte) bool {
	i, digits := 0, 0
	for ; i < len(s) && (digit(s[i]) || s[i] == '.'); i++ {
		if s[i] != '.' {
			digits++
		} else if strings.IndexByte(s[:i], '.') >= 0 {
			return false
		}
	}
	if digits == 0 || i == len(s) {
		return digits > 0
	}
	if s[i]|0x20 != exponent {
		return false
	}
	power := s[i+1:]
	if power != "" && (power[0] == '+' || power[0] == '-') {
		power = power[1:]
	}
	return power != "" && strings.Trim(power, "0123456789") == ""
}

// parseNonFinite parses what the C library prints for infinities and NaN.
func parseNonFinite(s, word string) (float64, bool) {
	if tail, ok := strings.CutPrefix(word, "nan"); ok {
		inner, closed := strings.CutSuffix(tail, ")")
		plain := tail == "" || closed && strings.HasPrefix(inner, "(") && strings.Trim(inner[1:], "_0123456789abcdefghijklmnopqrstuvwxyz") == ""
		return math.NaN(), plain
	}
	if word != "inf" && word != "infinity" {
		return 0, false
	}
	if s[0] == '-' {
		return math.Inf(-1), true
	}
	return math.Inf(1), true
}

// ParseInteger parses a whole number in a base from 2 to 36. Like C, it counts
// below zero from 2^64 downwards, and takes a zero byte for the end of the
// text.
func ParseInteger(s string, base int) (float64, bool) {
	s, _, _ = strings.Cut(s, "\x00")
	s = strings.Trim(s, spaces)
	digits := s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits = s[1:]
	}
	if base == 16 && len(digits) > 2 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		digits = digits[2:]
	}
	if digits == "" || strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if err != nil && n != math.MaxUint64 {
		return 0, false
	}
	if err == nil && s[0] == '-' {
		n = -n
	}
	return float64(n), true
}

// ValidNumber reports whether a number literal is finite and, if hexadecimal,
// held exactly.
func ValidNumber(text string) bool {
	limit := math.MaxFloat64
	if len(text) > 1 && text[1]|0x20 == 'x' {
		limit = 1 << 53
	}
	n, ok := ParseNumber(text)
	return ok && n <= limit
}
