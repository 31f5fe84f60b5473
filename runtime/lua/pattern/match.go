// Package pattern matches Lua 5.1's patterns and counts the steps it takes.
//
// Layer lua. It knows texts only. The caller decides what a step costs, and
// what happens if a pattern is malformed.
package pattern

import "strings"

const (
	// maxCaptures is the maximum number of captures in a pattern, as in Lua.
	maxCaptures = 32
	// MaxDepth is the maximum nesting of a pattern's items while it is matched.
	MaxDepth = 200
	// chargedSteps is the number of steps that are charged at once.
	chargedSteps = 64
)

// The lengths of captures that have none.
const (
	open     = -1 // not closed yet
	position = -2 // () captures a position
)

type capture struct{ start, length int }

// Matcher matches one pattern against one text. As in Lua, a pattern ends at a
// zero byte. Offsets count from 0.
type Matcher struct {
	text, pattern string
	anchored      bool
	captures      [maxCaptures]capture
	level         int // the number of captures
	depth         int
	steps         int64
	charge        func(steps int64)
	fail          func(problem string)
}

// New returns a matcher without a pattern. It calls charge for the steps that it
// takes, at intervals and at the end of Match, and fail if the pattern is
// malformed; neither needs to return.
func New(charge func(steps int64), fail func(problem string)) *Matcher {
	return &Matcher{charge: charge, fail: fail}
}

// Begin makes the matcher match another pattern against another text. If anchors
// is set, a ^ at the start anchors the pattern.
func (m *Matcher) Begin(text, pattern string, anchors bool) {
	pattern, _, _ = strings.Cut(pattern, "\x00")
	m.text, m.pattern, m.anchored, m.level, m.steps = text, pattern, false, 0, 0
	if anchors && strings.HasPrefix(pattern, "^") {
		m.anchored, m.pattern = true, pattern[1:]
	}
}

// IsPlain reports whether a pattern has no special characters, so that it can
// be searched as a text.
func IsPlain(pattern string) bool {
	pattern, _, _ = strings.Cut(pattern, "\x00")
	return !strings.ContainsAny(pattern, "^$*+?.([%-")
}

// Anchored reports whether the pattern can match at the start only.
func (m *Matcher) Anchored() bool { return m.anchored }

// Text returns the text being matched.
func (m *Matcher) Text() string { return m.text }

// Match matches at an offset and returns the end of the match.
func (m *Matcher) Match(at int) (end int, ok bool) {
	m.level, m.depth = 0, 0
	end = m.match(at, 0)
	m.settle()
	return end, end >= 0
}

// Find returns the first match at or after an offset.
func (m *Matcher) Find(from int) (start, end int, ok bool) {
	for at := from; at <= len(m.text); at++ {
		if end, ok := m.Match(at); ok {
			return at, end, true
		}
		if m.anchored {
			break
		}
	}
	return 0, 0, false
}

// Captures returns the number of captures in the last match.
func (m *Matcher) Captures() int { return m.level }

// Capture returns a capture of the last match, which extended from start to
// end, counted from 0. If there are no captures, the first is the whole match.
// A position capture is counted from 0, and its text is empty.
func (m *Matcher) Capture(i, start, end int) (text string, at int, isPosition bool) {
	if i >= m.level {
		if i != 0 {
			m.fail("invalid capture index")
		}
		return m.text[start:end], 0, false
	}
	switch c := m.captures[i]; c.length {
	case open:
		m.fail("unfinished capture")
		return "", 0, false
	case position:
		return "", c.start, true
	default:
		return m.text[c.start : c.start+c.length], 0, false
	}
}

func (m *Matcher) step(n int) {
	if m.steps += int64(n); m.steps >= chargedSteps {
		m.settle()
	}
}

// settle charges for the steps since the last time, at least one.
func (m *Matcher) settle() {
	steps := m.steps + 1
	m.steps = 0
	m.charge(steps)
}

// at returns the byte of the pattern at an offset, and 0 at its end.
func (m *Matcher) at(p int) byte {
	if p < len(m.pattern) {
		return m.pattern[p]
	}
	return 0
}

// match matches the pattern from p on at s and returns the end of the match, or
// -1.
func (m *Matcher) match(s, p int) int {
	if m.depth++; m.depth > MaxDepth {
		m.fail("pattern too complex")
	}
	defer func() { m.depth-- }()
	for p < len(m.pattern) {
		m.step(1)
		switch c := m.pattern[p]; {
		case c == '(' && m.at(p+1) == ')':
			return m.opened(s, p+2, position)
		case c == '(':
			return m.opened(s, p+1, open)
		case c == ')':
			return m.closed(s, p+1)
		case c == '$' && p+1 == len(m.pattern):
			if s == len(m.text) {
				return s
			}
			return -1
		case c == '%' && m.special(p+1):
			if s, p = m.escape(s, p); s < 0 {
				return -1
			}
		default:
			end := m.itemEnd(p)
			fits := s < len(m.text) && m.single(m.text[s], p, end)
			switch m.at(end) {
			case '?':
				if fits {
					if e := m.match(s+1, end+1); e >= 0 {
						return e
					}
				}
				p = end + 1
			case '*':
				return m.longest(s, p, end)
			case '+':
				if !fits {
					return -1
				}
				return m.longest(s+1, p, end)
			case '-':
				return m.shortest(s, p, end)
			default:
				if !fits {
					return -1
				}
				s, p = s+1, end
			}
		}
	}
	return s
}

// special reports whether what follows a % is more than a character or class.
func (m *Matcher) special(p int) bool {
	c := m.at(p)
	return c == 'b' || c == 'f' || isDigit(c)
}

// escape matches %b, %f or %1 and returns where to continue, or s < 0.
func (m *Matcher) escape(s, p int) (int, int) {
	switch c := m.pattern[p+1]; c {
	case 'b':
		return m.balanced(s, p+2), p + 4
	case 'f':
		return m.frontier(s, p+2)
	default:
		return m.again(s, c), p + 2
	}
}

// balanced matches from one character to the other that closes it.
func (m *Matcher) balanced(s, p int) int {
	if p+1 >= len(m.pattern) {
		m.fail("unbalanced pattern")
	}
	if s >= len(m.text) || m.text[s] != m.pattern[p] {
		return -1
	}
	begin, end, depth := m.pattern[p], m.pattern[p+1], 1
	for i := s + 1; i < len(m.text); i++ {
		m.step(1)
		switch m.text[i] {
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		case begin:
			depth++
		}
	}
	return -1
}

// frontier matches between a character outside of a set and one inside.
func (m *Matcher) frontier(s, p int) (int, int) {
	if m.at(p) != '[' {
		m.fail("missing '[' after '%f' in pattern")
	}
	end := m.itemEnd(p)
	var before, after byte
	if s > 0 {
		before = m.text[s-1]
	}
	if s < len(m.text) {
		after = m.text[s]
	}
	if m.set(before, p, end-1) || !m.set(after, p, end-1) {
		return -1, p
	}
	return s, end
}

// again matches the text of an earlier capture.
func (m *Matcher) again(s int, digit byte) int {
	i := int(digit) - '1'
	if i < 0 || i >= m.level || m.captures[i].length == open {
		m.fail("invalid capture index")
	}
	c := m.captures[i]
	if c.length == position {
		return -1
	}
	m.step(c.length / 16)
	if !strings.HasPrefix(m.text[s:], m.text[c.start:c.start+c.length]) {
		return -1
	}
	return s + c.length
}

func (m *Matcher) opened(s, p, length int) int {
	if m.level >= maxCaptures {
		m.fail("too many captures")
	}
	m.captures[m.level] = capture{s, length}
	m.level++
	end := m.match(s, p)
	if end < 0 {
		m.level--
	}
	return end
}

func (m *Matcher) closed(s, p int) int {
	i := m.level - 1
	for i >= 0 && m.captures[i].length != open {
		i--
	}
	if i < 0 {
		m.fail("invalid pattern capture")
	}
	m.captures[i].length = s - m.captures[i].start
	end := m.match(s, p)
	if end < 0 {
		m.captures[i].length = open
	}
	return end
}

// longest matches an item as often as possible, and less often if the rest of
// the pattern does not match.
func (m *Matcher) longest(s, p, end int) int {
	n := 0
	for s+n < len(m.text) && m.single(m.text[s+n], p, end) {
		m.step(1)
		n++
	}
	for ; n >= 0; n-- {
		if e := m.match(s+n, end+1); e >= 0 {
			return e
		}
	}
	return -1
}

// shortest matches an item as rarely as possible.
func (m *Matcher) shortest(s, p, end int) int {
	for {
		if e := m.match(s, end+1); e >= 0 {
			return e
		}
		if s >= len(m.text) || !m.single(m.text[s], p, end) {
			return -1
		}
		m.step(1)
		s++
	}
}
