package syntax

import (
	"strings"
	"sync"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// scanner splits a source into tokens. It agrees with gopher-lua's lexer about
// strings, comments and long brackets, which the bounds rely on.
type scanner struct {
	src       *Source
	at        int // byte offset
	line      int
	start     int // byte offset of the line
	counted   int // byte offset of a known column
	column    int
	problem   *diag.Diagnostic
	constants map[string]bool
	functions int
}

// Scan sets Tokens, or returns the problem.
func (s *Source) Scan() *diag.Diagnostic {
	if len(s.Text) > MaxSize {
		return s.TooLarge(s.PlaceAt(1, 1, 0), "the script has %d bytes, more than %d", len(s.Text), MaxSize)
	}
	if !utf8.ValidString(s.Text) {
		d := diag.New("file/encoding", s.PlaceAt(1, 1, 0), "the script is not valid UTF-8")
		return &d
	}
	sc := &scanner{src: s, line: 1, constants: map[string]bool{}}
	s.list = tokenLists.Get().(*[]Token)
	s.Tokens = (*s.list)[:0]
	for sc.problem == nil && sc.next() {
		if len(s.Tokens) > MaxTokens {
			return s.TooLarge(s.PlaceAt(sc.line, 1, 0), "the script has more than %d words", MaxTokens)
		}
	}
	return sc.problem
}

// tokenLists holds lists of tokens for reuse.
var tokenLists = sync.Pool{New: func() any { return new([]Token) }}

// Release returns the list of tokens for reuse. The source cannot be used any
// more.
func (s *Source) Release() {
	if s.list != nil {
		*s.list = s.Tokens
		tokenLists.Put(s.list)
		s.list, s.Tokens = nil, nil
	}
}

// TooLarge returns the problem of a source that exceeds a limit.
func (s *Source) TooLarge(at diag.Place, format string, args ...any) *diag.Diagnostic {
	d := diag.New("script/too-large", at, format, args...).
		WithHint("split it into modules; long lists of data belong in YAML")
	return &d
}

// next reads one token and reports whether there may be another.
func (sc *scanner) next() bool {
	sc.skipBlank()
	if sc.at >= len(sc.src.Text) {
		sc.add(endToken, sc.at, sc.at)
		return false
	}
	from, c := sc.at, sc.src.Text[sc.at]
	switch {
	case IsLetter(c):
		for sc.at < len(sc.src.Text) && (IsLetter(sc.src.Text[sc.at]) || IsDigit(sc.src.Text[sc.at])) {
			sc.at++
		}
		sc.word(from)
	case IsDigit(c), c == '.' && IsDigit(sc.peek(1)):
		sc.number()
		sc.constant(NumberToken, from)
		if text := sc.src.Text[from:sc.at]; sc.problem == nil && !isLiteralNumber(text) {
			sc.syntax(sc.last(), "malformed number '%s'", Shorten(text))
			if low, high, ok := strings.Cut(text, ".."); ok && isLiteralNumber(low) {
				*sc.problem = sc.problem.WithHint("a loop is written: for i = %s, %s do; to join texts, put spaces around ..", low, strings.Trim(high, ".="))
			}
		}
	case c == '"' || c == '\'':
		sc.quoted(c)
	case c == '[' && sc.longLevel() >= 0:
		sc.long("a text", TextToken)
	default:
		sc.symbol()
	}
	return true
}

// skipBlank skips white space and comments.
func (sc *scanner) skipBlank() {
	for sc.at < len(sc.src.Text) && sc.problem == nil {
		switch c := sc.src.Text[sc.at]; {
		case c == '\n' || c == '\r':
			sc.newline()
		case c == ' ' || c == '\t':
			sc.at++
		case c == '-' && sc.peek(1) == '-':
			sc.at += 2
			if sc.peek(0) == '[' && sc.longLevel() >= 0 {
				sc.long("a comment", endToken)
				continue
			}
			for sc.at < len(sc.src.Text) && sc.src.Text[sc.at] != '\n' && sc.src.Text[sc.at] != '\r' {
				sc.at++
			}
		default:
			return
		}
	}
}

func (sc *scanner) newline() {
	first := sc.src.Text[sc.at]
	sc.at++
	if second := sc.peek(0); (second == '\n' || second == '\r') && second != first {
		sc.at++
	}
	sc.line++
	sc.start = sc.at
}

// longLevel counts the = of a long bracket that opens here; it is -1 if none
// does.
func (sc *scanner) longLevel() int {
	level := 0
	for sc.peek(1+level) == '=' {
		level++
	}
	if sc.peek(1+level) != '[' {
		return -1
	}
	return level
}

// long skips a long bracket and keeps it as a token unless kind is endToken.
func (sc *scanner) long(what string, kind TokenKind) {
	level := sc.longLevel()
	opened := Token{Line: sc.line, Column: sc.columnOf(sc.at), Offset: sc.at, width: level + 2}
	from := sc.at
	closer := "]" + strings.Repeat("=", level) + "]"
	sc.at += level + 2
	for sc.at < len(sc.src.Text) {
		if level == 0 && strings.HasPrefix(sc.src.Text[sc.at:], "[[") {
			sc.syntax(Token{Line: sc.line, Column: sc.columnOf(sc.at), width: 2}, "Lua 5.1 has no [[ within [[ … ]]")
			*sc.problem = sc.problem.WithHint("write the outer brackets as [=[ … ]=]")
			return
		}
		if strings.HasPrefix(sc.src.Text[sc.at:], closer) {
			sc.at += len(closer)
			if kind != endToken {
				opened.Kind, opened.Text, opened.last = kind, sc.src.Text[from:sc.at], sc.at-sc.start
				sc.push(opened)
				sc.count(kind, opened.Text)
			}
			return
		}
		if c := sc.src.Text[sc.at]; c == '\n' || c == '\r' {
			sc.newline()
		} else {
			sc.at++
		}
	}
	sc.syntax(opened, "%s is opened here and never closed with %s", what, closer)
	*sc.problem = sc.problem.WithHint("write %s at its end", closer)
}

// quoted reads a text in quotes.
func (sc *scanner) quoted(quote byte) {
	from := sc.at
	opened := Token{Line: sc.line, Column: sc.columnOf(from), Offset: from, width: 1}
	for sc.at++; ; sc.at++ {
		switch c := sc.peek(0); {
		case c == 0 && sc.at >= len(sc.src.Text), c == '\n', c == '\r':
			sc.syntax(opened, "a text is opened here and not closed on its line")
			*sc.problem = sc.problem.WithHint("add the missing quote")
			return
		case c == quote:
			sc.at++
			opened.Kind, opened.Text, opened.last = TextToken, sc.src.Text[from:sc.at], sc.at-sc.start
			opened.width = utf8.RuneCountInString(opened.Text)
			sc.push(opened)
			sc.count(TextToken, opened.Text)
			return
		case c == '\\':
			sc.at++
			if next := sc.peek(0); next == '\n' || next == '\r' {
				sc.newline()
				sc.at--
			} else if sc.escape(); sc.problem != nil {
				return
			}
		}
	}
}

// escape checks the digits of an escape such as \065.
func (sc *scanner) escape() {
	code, digits := 0, 0
	for digits < 3 && IsDigit(sc.peek(digits)) {
		code = 10*code + int(sc.peek(digits)-'0')
		digits++
	}
	if code > 255 {
		t := Token{Line: sc.line, Column: sc.columnOf(sc.at - 1), width: digits + 1}
		sc.syntax(t, "the escape \\%d is not a byte", code)
		*sc.problem = sc.problem.WithHint("a byte is from \\0 to \\255")
	}
}

// number reads everything that Lua 5.1 takes for part of a number.
func (sc *scanner) number() {
	for IsDigit(sc.peek(0)) || sc.peek(0) == '.' {
		sc.at++
	}
	if c := sc.peek(0); c == 'e' || c == 'E' {
		sc.at++
		if c = sc.peek(0); c == '+' || c == '-' {
			sc.at++
		}
	}
	for IsLetter(sc.peek(0)) || IsDigit(sc.peek(0)) {
		sc.at++
	}
}

// isLiteralNumber reports whether gopher-lua's lexer reads all of a text as one
// number. It does not know hexadecimal fractions.
func isLiteralNumber(text string) bool {
	if _, ok := ParseNumber(text); !ok {
		return false
	}
	return len(text) < 2 || text[1]|0x20 != 'x' || !strings.ContainsAny(text, ".pP")
}

func (sc *scanner) peek(ahead int) byte {
	if i := sc.at + ahead; i < len(sc.src.Text) {
		return sc.src.Text[i]
	}
	return 0
}

// IsLetter reports whether a byte is a letter of names, or an underscore.
func IsLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
func isHex(c byte) bool   { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
