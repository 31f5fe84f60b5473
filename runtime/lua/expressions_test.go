package lua

import (
	"fmt"
	"strings"
)

// values writes one or more expressions, of which the last may yield any number of
// values.
func (w *author) values() string {
	list := w.value(2)
	for w.pick(2) == 0 {
		list += ", " + w.value(2)
	}
	if w.pick(3) == 0 {
		list += ", " + w.one("twice("+w.value(1)+")", "unpack("+w.table()+", 1, 4)", "(twice(4))", w.library())
	}
	return list
}

func (w *author) table() string {
	return w.one("{}", "{ 1, 2, 3 }", "{ 4, x = 5, y = 6 }", "{ twice(8) }", "{ twice(8), 9 }", "{ upper, 'a', n = 1 }",
		fmt.Sprintf("{ %s, %s, [-%d] = 1 }", w.number(1), w.number(1), 5+w.pick(2)),
		fmt.Sprintf("{ %s, [%s] = %s, %s }", w.value(1), w.one("1", "2", "3", "1.5"), w.value(1), w.value(1)),
		"{ a = 1, ['b c'] = 2, [true] = 3, [0.5] = 4 }")
}

func (w *author) number(depth int) string {
	if depth == 0 || w.pick(3) == 0 {
		return w.one("1", "2", "7", "(- upper.n)", "0.5", "1e3", "0x10", "upper.n", "#upper.list", "'12'", "0.1", "-3", "1e308", "math.huge", "' 0x1F '", "2^53", "'-1e1'", "3.", ".5", "1e-7")
	}
	a, b := w.number(depth-1), w.number(depth-1)
	if w.pick(4) > 0 {
		if w.pick(5) == 0 {
			// Never by 0: PUC Lua confuses the constants 0 and -0 of a
			// function.
			return "(" + a + " / " + w.number(0) + ")"
		}
		return "(" + a + " " + w.one("+", "-", "*", "%") + " " + b + ")"
	}
	return strings.NewReplacer("A", a, "B", b).Replace(w.one(
		"math.floor(A)", "math.ceil(A)", "math.abs(A)", "math.max(A, B)", "math.min(A, B, 3)", "math.fmod(A, B)", "math.sqrt(A)",
		"(A ^ 2)", "(A ^ 0.5)", "(2 ^ -1)", "(math.modf(A))", "(math.frexp(A))", "math.ldexp(A, 3)", "math.deg(A)", "math.rad(A)",
		"tonumber(A)", "math.floor(math.exp(1) * 1e6)", "math.log(1)", "math.sin(0)", "math.pow(A, 2)", "math.atan2(0, 1)",
		"math.floor(math.cos(B) * 1e6)", "math.floor(1e6 * math.log10(100))", "tonumber('z', 36)", "tonumber('-7', 8)"))
}

func (w *author) string(depth int) string {
	if depth == 0 || w.pick(3) == 0 {
		return w.one("'text'", "'Abc, dEf'", "''", "'a.b.c'", "'x=1; y=22'", "'  padded '", "'(a(b)c)'", "'hello world'", "'\\0\\255z'", "[[\nlong]]", "'%d'", "\"q'\"", "'\\65\\n'", "'THE (quick) fox'")
	}
	s, r := w.string(depth-1), w.string(depth-1)
	return strings.NewReplacer("S", s, "R", r, "N", w.number(0), "P", "'"+w.pattern()+"'", "I", w.one("1", "2", "-1", "-3", "0", "5", "100", "-100", "2.7")).Replace(w.one(
		"(S):upper()", "(S):lower()", "(S):reverse()", "(S):rep(3)", "(S):sub(I)", "(S):sub(I, I)", "(S .. text(N))", "(S .. R)",
		"string.sub(S, I, -2)", "tostring(text(N))", "string.format('%s|%5s|%-5s|%.2s', S, R, 'é', S)", "string.format('%q', S)",
		"string.char(72, 105)", "type(S)", "(S):gsub(P, '<%0>')", "string.gsub(S, P, '%1', 2)", "(string.gsub(S, '%w', { a = 'A', b = false }))",
		"string.rep(S, I)", "tostring(nil)", "table.concat({ S, R, text(N) }, R)", w.formatted()))
}

// formatted writes a call of string.format with numbers.
func (w *author) formatted() string {
	flags := w.one("", "", "-", "+", " ", "0", "#", "+0", "-#")
	width := w.one("", "", "1", "5", "12")
	precision := w.one("", "", ".0", ".1", ".3", ".10", ".")
	verb := w.one("d", "i", "u", "x", "X", "o", "e", "E", "f", "g", "G", "c")
	n := w.one("0.5", "7", "255", "1e10", "123456.789", "0", "1e-5", "3.99", "100", "1e15", "2^31", "0.1", "99999.5", "65")
	if strings.Contains("difegEG", verb) {
		n = w.one(n, "-7", "-0.25", "-1e10", "-99.5") // not -0: PUC Lua confuses it with other zeros of the function
		if strings.Contains("fegEG", verb) {
			n = w.one(n, "math.huge", "-math.huge", "1e300", "1e-300", "1/3")
		}
	}
	return fmt.Sprintf("string.format('[%%%s%s%s%s]', %s)", flags, width, precision, verb, n)
}

// pattern writes a random pattern, usually a valid one.
func (w *author) pattern() string {
	var b strings.Builder
	if w.pick(5) == 0 {
		b.WriteByte('^')
	}
	for range 1 + w.pick(3) {
		item := w.one("a", "b", ".", "%a", "%d", "%s", "%w", "%p", "%u", "%l", "%A", "%S", "%%", "%.", "[abc]", "[^abc]", "[a-f]", "[%a_]", "[^%s]",
			"x", "%x", "%c", "%z", "[%]]", "[a-]", "[]]", "=", ",", "t", "%(")
		item += w.one("", "", "", "*", "+", "-", "?")
		switch w.pick(8) {
		case 0:
			item = "(" + item + ")"
		case 1:
			item = "(" + item + "%a*)"
		case 2:
			item = w.one("()", "%b()", "%f[%w]", "(.)%1", "%f[%W]", "(a*)(.)")
		}
		b.WriteString(item)
	}
	if w.pick(5) == 0 {
		b.WriteByte('$')
	}
	if w.pick(40) == 0 {
		b.WriteString(w.one("(", ")", "[", "%", "%1", "%b", "%f", "[^", "[a-"))
	}
	return b.String()
}

// library writes a library call that returns any number of values.
func (w *author) library() string {
	return strings.NewReplacer("S", w.string(1), "N", w.number(0), "P", "'"+w.pattern()+"'", "I", w.one("1", "2", "-1", "-3", "0", "5", "3.9"), "V", w.value(1)).Replace(w.one(
		"string.find(S, P)", "string.find(S, P, I)", "string.find(S, S, I, true)", "string.match(S, P)", "string.match(S, P, I)", "string.gsub(S, P, '')",
		"string.gsub(S, P, function(...) emit(...) return select(1, ...) end)", "string.gsub(S, P, '%1%0%%', I)", "string.byte(S, I)", "string.byte(S, I, -1)", "string.byte(S, 1, I)",
		"string.find(S, '', I)", "string.find(S, '[', 1, V)", "math.modf(N)", "math.frexp(N)", "tonumber(S)", "tonumber(text(N), 16)", "tonumber(S, 10)", "select(I, V, S, N)",
		"select('#', V, S)", "next({ V })", "type(V)", "unpack({ V, S }, 1, 2)", "tostring(text(V))", "string.len(S)", "assert(S, V)", "string.char(I)", "pairs({})",
		"string.rep(S, I)", "table.concat({ 1, 2, 'x' }, S, I)", "table.concat({ 1, 2 }, S, 1, 2)", "math.max(N, I)", "math.floor(N)", "string.format('%s', text(V))", "string.format('%g', text(V))", "string.format('%d', I)"))
}

func (w *author) value(depth int) string {
	if depth == 0 {
		return w.one(w.seen(), w.number(0), "'text'", "true", "false", "nil", w.seen())
	}
	switch w.pick(15) {
	case 0, 1:
		return w.number(depth)
	case 2, 3:
		return w.seen()
	case 4:
		return "(" + w.value(depth-1) + " " + w.one("and", "or") + " " + w.value(depth-1) + ")"
	case 5:
		return "not " + w.value(depth-1)
	case 6:
		return "(" + w.value(depth-1) + " " + w.one("==", "~=") + " " + w.value(depth-1) + ")"
	case 7:
		return "(" + w.number(depth-1) + " " + w.one("<", "<=", ">", ">=") + " " + w.one("3", "0", "-1.5", w.number(0)) + ")"
	case 8:
		return "(" + w.string(depth-1) + " " + w.one("<", "<=", ">", ">=", "==") + " " + w.string(depth-1) + ")"
	case 9:
		return "(" + w.table() + ")[" + w.one("1", "2", "'x'", "true", "0.5", "upper.n", w.number(1)) + "]"
	case 10, 11:
		return w.string(depth)
	case 12:
		return "(" + w.library() + ")"
	case 13:
		inner := w.fresh()
		return fmt.Sprintf("(function(%s) return %s end)(%s)", inner, w.one(inner, "twice("+inner+")", inner+" and 1"), w.value(depth-1))
	}
	if w.pick(10) > 0 { // most of these fail
		return w.number(depth)
	}
	if w.pick(5) == 0 {
		return "(text(" + w.value(depth-1) + ") .. text(" + w.value(depth-1) + "))"
	}
	return "(" + w.value(depth-1) + " " + w.one("+", "-", "*", "<", "%", "^") + " " + w.value(depth-1) + ")"
}
