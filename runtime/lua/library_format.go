package lua

import (
	"math"
	"strconv"
	"strings"

	"sleight/runtime/lua/number"
	"sleight/runtime/lua/syntax"
)

// directive is a directive after % in string.format, as in C.
type directive struct {
	minus, plus, space, alternative, zero bool
	width, precision                      int // a precision of -1 is none
	verb                                  byte
}

func (vm *VM) format(args []Value) Value {
	const name = "string.format"
	form := vm.textArg(args, name, 1)
	out, template := vm.writer(), vm.templateWriter()
	n := 1
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			out.addByte(form[i])
			template.word(form[i : i+1])
			continue
		}
		if i++; byteAt(form, i) == '%' {
			out.addByte('%')
			template.word("%")
			continue
		}
		d, end := vm.directive(form, i)
		i = end
		if n++; n > len(args) {
			vm.failf("%s: there is no value for %%%c", name, d.verb)
		}
		vm.Charge(costDirective)
		text := vm.formatted(args, &d, n)
		out.add(text)
		template.value(text)
	}
	text := out.finish()
	template.done(text)
	return text
}

// directive parses the directive after a % and returns the position of its last
// character.
func (vm *VM) directive(form string, i int) (d directive, end int) {
	flags := i
	for ; i < len(form) && strings.IndexByte("-+ #0", form[i]) >= 0; i++ {
		switch form[i] {
		case '-':
			d.minus = true
		case '+':
			d.plus = true
		case ' ':
			d.space = true
		case '#':
			d.alternative = true
		case '0':
			d.zero = true
		}
	}
	if i-flags > 5 {
		vm.failf("string.format: there are more than 5 flags after a %%")
	}
	digits := func() (n int) {
		for from := i; syntax.IsDigit(byteAt(form, i)); i++ {
			if i-from == 2 {
				vm.failf("string.format: a width or precision has at most two digits")
			}
			n = 10*n + int(form[i]-'0')
		}
		return n
	}
	d.width, d.precision = digits(), -1
	if byteAt(form, i) == '.' {
		i++
		d.precision = digits()
	}
	if i >= len(form) {
		vm.failf("string.format: the text ends within a %%")
	}
	d.verb = form[i]
	return d, i
}

// formatted formats argument n. Like C, it ends a text at a zero byte.
func (vm *VM) formatted(args []Value, d *directive, n int) string {
	const name = "string.format"
	switch d.verb {
	case 'c':
		s, _, _ := strings.Cut(d.pad("", string([]byte{byte(vm.bits(args, n))})), "\x00")
		return s
	case 'd', 'i':
		whole := int64(vm.bits(args, n))
		digits := strconv.FormatUint(magnitude(whole), 10)
		return d.integer(d.sign(whole < 0), digits)
	case 'u':
		return d.integer("", strconv.FormatUint(vm.bits(args, n), 10))
	case 'o':
		return d.octal(vm.bits(args, n))
	case 'x', 'X':
		return d.hexadecimal(vm.bits(args, n))
	case 'e', 'E', 'f', 'g', 'G':
		x := vm.numberArg(args, name, n)
		vm.Charge(d.effort(x))
		return d.float(x)
	case 'q':
		s := quoted(vm.textArg(args, name, n))
		vm.Charge(int64(len(s) / costText)) // it is copied once more
		return s
	case 's':
		s := vm.textArg(args, name, n)
		if d.precision < 0 && len(s) >= 100 {
			return s
		}
		s, _, _ = strings.Cut(s, "\x00")
		if d.precision >= 0 {
			s = s[:min(len(s), d.precision)]
		}
		return d.pad("", s)
	}
	vm.failf("string.format: Lua has no %%%c", d.verb)
	return ""
}

// bits returns argument n truncated to a whole number of 64 bits, a negative
// one as its complement.
func (vm *VM) bits(args []Value, n int) uint64 {
	x := vm.numberArg(args, "string.format", n)
	switch {
	case x >= -1<<63 && x < 1<<63:
		return uint64(int64(x))
	case x >= 1<<63 && x < 1<<64:
		return uint64(int64(x-1<<63)) + 1<<63
	}
	vm.failf("string.format needs a number of at most 64 bits as argument %d, not %s", n, number.Format(x))
	return 0
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

// pad fills up to the width; zeros go after the prefix.
func (d *directive) pad(prefix, s string) string {
	missing := max(0, d.width-len(prefix)-len(s))
	switch {
	case d.minus:
		return prefix + s + strings.Repeat(" ", missing)
	case d.zero && d.verb != 's' && d.verb != 'c':
		return prefix + strings.Repeat("0", missing) + s
	}
	return strings.Repeat(" ", missing) + prefix + s
}

// integer formats digits after a sign. A precision is their minimum number, and
// replaces filling with zeros.
func (d *directive) integer(prefix, digits string) string {
	if d.precision >= 0 {
		d.zero = false
		if digits == "0" {
			digits = ""
		}
		digits = strings.Repeat("0", max(0, d.precision-len(digits))) + digits
	}
	return d.pad(prefix, digits)
}

func (d *directive) octal(n uint64) string {
	digits := strconv.FormatUint(n, 8)
	if d.alternative && d.precision <= len(digits) && (n != 0 || d.precision == 0) {
		d.precision = len(digits)
		if n != 0 {
			d.precision++
		} else {
			d.precision = 1
		}
	}
	return d.integer("", digits)
}

func (d *directive) hexadecimal(n uint64) string {
	digits, prefix := strconv.FormatUint(n, 16), ""
	if d.alternative && n != 0 {
		prefix = "0x"
	}
	if d.verb == 'X' {
		digits, prefix = strings.ToUpper(digits), strings.ToUpper(prefix)
	}
	return d.integer(prefix, digits)
}

// effort returns the additional cost of formatting a number with many digits.
func (d *directive) effort(x float64) int64 {
	if d.precision <= 17 && d.verb != 'f' {
		return 0
	}
	_, bits := math.Frexp(x)
	return int64(max(bits, -bits)+4*max(0, d.precision)) / 8
}

func (d *directive) float(x float64) string {
	verb, precision := d.verb|0x20, d.precision
	if precision < 0 {
		precision = 6
	}
	negative := math.Signbit(x) && !math.IsNaN(x) // which NaN it is depends on the processor
	s := ""
	switch x = math.Abs(x); {
	case math.IsNaN(x), math.IsInf(x, 0):
		s, d.zero = number.Format(x), false
	case verb == 'g' && d.alternative:
		s = alternative(x, max(1, precision))
	default:
		s = strconv.FormatFloat(x, verb, precision, 64)
		if d.alternative && !strings.Contains(s, ".") {
			mantissa, exponent, scientific := strings.Cut(s, "e")
			if s = mantissa + "."; scientific {
				s += "e" + exponent
			}
		}
	}
	if d.verb < 'a' {
		s = strings.ToUpper(s)
	}
	return d.pad(d.sign(negative), s)
}

// alternative is %#g, which keeps trailing zeros.
func alternative(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'e', digits-1, 64)
	mantissa, power, _ := strings.Cut(s, "e")
	exponent, _ := strconv.Atoi(power)
	if exponent >= -4 && exponent < digits {
		s = strconv.FormatFloat(x, 'f', digits-1-exponent, 64)
		if !strings.Contains(s, ".") {
			s += "."
		}
		return s
	}
	if !strings.Contains(mantissa, ".") {
		return mantissa + ".e" + power
	}
	return s
}

// quoted formats a text so that Lua reads it back.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", "\\\n", "\r", `\r`, "\x00", `\000`).Replace(s) + `"`
}
