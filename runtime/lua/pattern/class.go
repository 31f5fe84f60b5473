package pattern

// itemEnd returns the end of the single character, class or set at p.
func (m *Matcher) itemEnd(p int) int {
	switch m.pattern[p] {
	case '%':
		if p+1 >= len(m.pattern) {
			m.fail("malformed pattern (ends with '%')")
		}
		return p + 2
	case '[':
		p++
		if m.at(p) == '^' {
			p++
		}
		for first := true; first || m.at(p) != ']'; first = false {
			if p >= len(m.pattern) {
				m.fail("malformed pattern (missing ']')")
			}
			m.step(1)
			p++
			if m.pattern[p-1] == '%' && p < len(m.pattern) {
				p++
			}
		}
		return p + 1
	}
	return p + 1
}

// single reports whether a character matches the item from p to end.
func (m *Matcher) single(c byte, p, end int) bool {
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.set(c, p, end-1)
	}
	return m.pattern[p] == c
}

// set reports whether a character is in the set that begins at p and whose ] is at
// last.
func (m *Matcher) set(c byte, p, last int) bool {
	inside := true
	p++
	if m.pattern[p] == '^' {
		inside = false
		p++
	}
	m.step((last - p) / 4)
	for ; p < last; p++ {
		switch {
		case m.pattern[p] == '%':
			p++
			if inClass(c, m.pattern[p]) {
				return inside
			}
		case m.at(p+1) == '-' && p+2 < last:
			if m.pattern[p] <= c && c <= m.pattern[p+2] {
				return inside
			}
			p += 2
		case m.pattern[p] == c:
			return inside
		}
	}
	return !inside
}

// inClass reports whether a character is in the class of a letter; any other
// character stands for itself. Only ASCII has letters.
func inClass(c, class byte) bool {
	in := false
	switch class | 0x20 {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < ' ' || c == 127
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = ' ' < c && c < 127 && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return c == class
	}
	return in != (class <= 'Z')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
