package syntax

import "strings"

// TokenKind classifies the tokens of a source.
type TokenKind uint8

// The kinds of tokens. endToken is after the last.
const (
	NameToken TokenKind = iota
	KeywordToken
	NumberToken
	TextToken
	SymbolToken
	endToken
)

// Token is one token of a source.
type Token struct {
	Kind TokenKind
	// Text is the token as written, quotes included.
	Text string
	// Line and Column are those of its first character, from 1, Column in
	// characters; Offset is that of its first byte, from 0.
	Line, Column, Offset int
	// width is the length in characters, last the column of the last byte, which
	// is how gopher-lua reports places.
	width, last int
	// Open is set for a quoted text without its closing quote: it extends to
	// the end of its line.
	Open bool
}

// End returns the offset after the token.
func (t Token) End() int { return t.Offset + len(t.Text) }

// Tokens returns the tokens of a text, without comments. Unlike the compiler,
// it also reads texts that are still being typed: it skips anything that is not
// Lua. It returns nothing for a text that is too long to compile.
func Tokens(text string) []Token {
	if len(text) > MaxSize {
		return nil
	}
	src := &Source{Text: text}
	sc := &scanner{src: src, line: 1, constants: map[string]bool{}}
	var out []Token
	for len(out) < MaxTokens {
		sc.skipBlank()
		from := sc.at
		if sc.problem != nil || !sc.next() {
			break // a comment that is not closed, or the end
		}
		if sc.problem == nil {
			out = append(out, sc.last())
		} else if c := text[from]; c == '"' || c == '\'' {
			end := len(text)
			if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
				end = from + n
			}
			out = append(out, Token{Kind: TextToken, Text: text[from:end], Line: sc.line, Column: sc.columnOf(from), Offset: from, Open: true})
			sc.at = end
		} else {
			sc.at = max(sc.at, from+1)
		}
		src.Tokens, sc.functions, sc.problem = src.Tokens[:0], 0, nil
		clear(sc.constants)
	}
	return out
}
