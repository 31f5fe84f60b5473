package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/lua/pattern"
	"sleight/tests/golden"
)

// malformed is the panic value of fail.
type malformed string

// found describes the first match in a text: where it is, its captures, and the
// steps in the portions in which they were paid for.
func found(text, p string, from int) (out string) {
	var paid []int64
	defer func() {
		if r := recover(); r != nil {
			problem, ok := r.(malformed)
			if !ok {
				panic(r)
			}
			out = "malformed: " + string(problem)
		}
	}()
	m := pattern.New(func(steps int64) { paid = append(paid, steps) }, func(problem string) { panic(malformed(problem)) })
	m.Begin(text, p, true)
	start, end, ok := m.Find(from)
	switch {
	case !ok:
		out = "none"
	case m.Captures() == 0:
		all, _, _ := m.Capture(0, start, end)
		out = fmt.Sprintf("%d to %d %q", start, end, all)
	default:
		out = fmt.Sprintf("%d to %d", start, end)
		for i := range m.Captures() {
			text, at, isPosition := m.Capture(i, start, end)
			if out += fmt.Sprintf(" %q", text); isPosition {
				out = strings.TrimSuffix(out, `""`) + fmt.Sprint("at ", at)
			}
		}
	}
	return fmt.Sprintf("%s, anchored %t, steps %v", out, m.Anchored(), paid)
}

// ranges lists the bytes that match a pattern.
func ranges(p string) string {
	var out []string
	for c := 0; c < 256; {
		if !strings.HasPrefix(found(string([]byte{byte(c)}), p, 0), "0 to 1") {
			c++
			continue
		}
		first := c
		for c < 256 && strings.HasPrefix(found(string([]byte{byte(c)}), p, 0), "0 to 1") {
			c++
		}
		out = append(out, fmt.Sprintf("%02x-%02x", first, c-1))
	}
	return strings.Join(out, " ")
}

// TestClasses lists the bytes in every class and in sets.
func TestClasses(t *testing.T) {
	var out strings.Builder
	for c := 1; c < 256; c++ {
		if p := "%" + string([]byte{byte(c)}); !strings.ContainsRune("bf0123456789", rune(c)) {
			fmt.Fprintf(&out, "%q: %s\n", p, ranges(p))
		}
	}
	for _, p := range []string{".", "a", "[a]", "[^a]", "[a-c]", "[^a-c]", "[c-a]", "[%a_]", "[^%s%d]", "[]]", "[^]]", "[]-a]", "[a-]", "[-a]", "[a-%z]", "[%a-z]", "[%-z]", "[+--]", "[0-9%]]", "[^%]]", "[%%]", "[\x80-\xff]"} {
		fmt.Fprintf(&out, "%q: %s\n", p, ranges(p))
	}
	golden.Check(t, "testdata/classes.golden", out.String())
}

// TestMatches compares matches, captures, errors and steps.
func TestMatches(t *testing.T) {
	long := strings.Repeat("a", 200)
	var out strings.Builder
	for _, text := range []string{"", "hello world", "a.b-c", "((x)(y))z", "one=1, two=22", "THE (quick) fox", "aXXb", "x\x00y", long} {
		for _, p := range []string{
			"", "o", "^o", "^h", "d$", "$", "^", "^$", "a$b", "l+", "l*", "l-o", "lx?o", ".-", ".-$", "^.-$", "(l+)(o)", "()ll()", "(.)%1", "(.)(.)%2%1", "((l)l)",
			"%b()", "%bxy", "%f[%w]%w+", "%f[%z]", "%f[%a]()", "^.%f[Xa]", "^..%f[eX]", "(%w+)=(%d+)", "[%w_]+", "[^%s]+$", "%.", "%-", "x*", "a*a", "a-b", "a?a?a?$", "[a-z]*%d", "(a*)b", "(a)*",
			"a\x00b", "%", "[a", "[", "[^", "[%", "[a%", "%b", "%bx", "%f", "%fa", "(", ")", "(()", "%1", "(%1)", "()%1", "%0", "%9", "(a", "a)", "(a))", "()a))", "[helowrdxyz%z]+", "[^abcdefghijklmnopq]", strings.Repeat("()", 33), strings.Repeat("()", 32),
			strings.Repeat("a?", 199), strings.Repeat("(a", 20) + strings.Repeat(")", 20),
		} {
			shown := p
			if len(shown) > 20 {
				shown = fmt.Sprintf("%s… of %d", shown[:20], len(p))
			}
			subject := text
			if len(subject) > 20 {
				subject = fmt.Sprintf("%s… of %d", subject[:5], len(text))
			}
			result := found(text, p, 0)
			if len(result) > 200 {
				result = result[:60] + "…" + result[len(result)-80:]
			}
			fmt.Fprintf(&out, "%q in %q: %s\n", shown, subject, result)
		}
	}
	for from := range 5 {
		fmt.Fprintf(&out, "from %d: %s, %s\n", from, found("abab", "ab", from), found("abab", "^ab", from))
	}
	golden.Check(t, "testdata/matches.golden", out.String())
}

// TestNestingIsBounded checks the deepest pattern that is accepted.
func TestNestingIsBounded(t *testing.T) {
	text := strings.Repeat("a", 300)
	deep := func(n int) string { return strings.Repeat("a?", n) }
	if got := found(text, deep(pattern.MaxDepth-1), 0); !strings.HasPrefix(got, "0 to 199 ") {
		t.Error(got)
	}
	if got := found(text, deep(pattern.MaxDepth), 0); got != "malformed: pattern too complex" {
		t.Error(got)
	}
}

// TestOutsideCaptures checks requests for captures that do not exist.
func TestOutsideCaptures(t *testing.T) {
	var problems []string
	m := pattern.New(func(int64) {}, func(problem string) { problems = append(problems, problem) })
	m.Begin("xxxx", "^(x)(x)", true) // leaves nothing behind
	m.Match(0)
	m.Begin("ab", "(a)", false)
	if m.Anchored() || m.Text() != "ab" {
		t.Error(m.Anchored(), m.Text())
	}
	if end, ok := m.Match(0); end != 1 || !ok {
		t.Error(end, ok)
	}
	if end, ok := m.Match(0); end != 1 || !ok || m.Captures() != 1 {
		t.Error("again", end, ok, m.Captures())
	}
	if text, at, isPosition := m.Capture(1, 0, 1); text != "a" || at != 0 || isPosition || len(problems) != 1 || problems[0] != "invalid capture index" {
		t.Error(text, at, isPosition, problems)
	}
	m = pattern.New(func(int64) {}, nil)
	if m.Begin("^a", "^a", false); m.Anchored() {
		t.Error("it is anchored")
	} else if end, ok := m.Match(0); end != 2 || !ok {
		t.Error(end, ok)
	}
	for p, plain := range map[string]bool{"": true, "abc": true, "a\x00%": true, "a)]}": true, "^": false, "a$": false, "*": false, "+": false, "?": false, ".": false, "(": false, "[": false, "%": false, "-": false} {
		if pattern.IsPlain(p) != plain {
			t.Errorf("%q is plain: %t", p, !plain)
		}
	}
}
