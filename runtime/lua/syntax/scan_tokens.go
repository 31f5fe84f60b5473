package syntax

import (
	"strings"
	"unicode/utf8"

	"sleight/runtime/diag"
)

// keywords are Lua's reserved words.
const keywords = " and break do else elseif end false for function goto if in local nil not or repeat return then true until while "

// IsKeyword reports whether a word is one of Lua's keywords.
func IsKeyword(word string) bool { return strings.Contains(keywords, " "+word+" ") }

// symbols of more than one character, the longest first.
var symbols = [...]string{"...", "..", "==", "~=", "<=", ">=", "::"}

// foreignSymbols maps characters and signs of other languages to Lua's word.
var foreignSymbols = [...]struct{ sign, hint string }{
	{"<!--", "Lua comments begin with --"},
	{"!=", "Lua writes ~= for \"is not equal\""},
	{"!", "Lua writes not"},
	{"&&", "Lua writes and"},
	{"||", "Lua writes or"},
	{"&", "Lua writes and between conditions, and .. between texts"},
	{"|", "Lua writes or between conditions"},
	{"≠", "Lua writes ~= for \"is not equal\""},
	{"≥", "Lua writes >="},
	{"≤", "Lua writes <="},
	{"×", "Lua writes * to multiply"},
	{"−", "this is a minus sign that Lua does not know; write a plain -"},
	{"–", "this is a dash; write a plain -"},
	{"$", "names in Lua have no $; values are joined to a text with ..: \"deals \" .. n"},
	{"@", "names in Lua have no @; remove it"},
	{"//", divides},
	{"?", "Lua writes: condition and this or that"},
	{"`", "a text is in \"quotes\"; put values into it with ..: \"deals \" .. n"},
	{"“", "write a straight quote: \""},
	{"”", "write a straight quote: \""},
	{"„", "write a straight quote: \""},
	{"‘", "write a straight quote: '"},
	{"’", "write a straight quote: '"},
	{"\u00a0", "this is a no-break space; write a plain space"},
	{"\u202f", "this is a no-break space; write a plain space"},
	{"\u3000", "this is a wide space; write a plain space"},
	{"\u200b", "this is an invisible space; remove it"},
}

// divides is what to write instead of //.
const divides = "Lua comments begin with --; division is / and math.floor"

// word adds a name or keyword.
func (sc *scanner) word(from int) {
	text := sc.src.Text[from:sc.at]
	switch {
	case text == "goto":
		sc.add(KeywordToken, from, sc.at)
		sc.syntax(sc.last(), "goto is not available; use a loop, break or a function")
	case IsKeyword(text):
		sc.add(KeywordToken, from, sc.at)
		if text == "function" {
			sc.functions++
			if sc.functions > MaxFunctions {
				sc.problem = sc.src.TooLarge(sc.src.At(sc.last()), "the script has more than %d functions", MaxFunctions)
			}
		}
	default:
		sc.constant(NameToken, from)
	}
}

// alone are the characters with which no longer symbol begins, neither one of Lua nor
// of another language. Most symbols are one of them.
const alone = "(){}[],;"

// symbol adds an operator or a bracket, or reports a character that Lua does
// not have.
func (sc *scanner) symbol() {
	from, rest := sc.at, sc.src.Text[sc.at:]
	if strings.IndexByte(alone, rest[0]) >= 0 {
		sc.at++
		sc.add(SymbolToken, from, sc.at)
		return
	}
	for _, s := range foreignSymbols {
		// After anything else, // is rather a division.
		if strings.HasPrefix(rest, s.sign) && (s.sign != "//" || len(sc.src.Tokens) == 0 || sc.last().Line < sc.line) {
			sc.foreignSymbol(s.sign, s.hint)
			return
		}
	}
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			sc.at += len(s)
			sc.add(SymbolToken, from, sc.at)
			return
		}
	}
	if !strings.ContainsRune("+-*/%^#<>=(){}[];:,.", rune(rest[0])) {
		_, size := utf8.DecodeRuneInString(rest)
		sc.foreignSymbol(rest[:size], "")
		return
	}
	sc.at++
	sc.add(SymbolToken, from, sc.at)
}

func (sc *scanner) foreignSymbol(sign, hint string) {
	t := Token{Line: sc.line, Column: sc.columnOf(sc.at), width: utf8.RuneCountInString(sign)}
	sc.syntax(t, "Lua has no %q", sign)
	if hint != "" {
		*sc.problem = sc.problem.WithHint("%s", hint)
	}
}

// constant adds a token that becomes a constant of the compiled code.
func (sc *scanner) constant(kind TokenKind, from int) {
	sc.add(kind, from, sc.at)
	sc.count(kind, sc.src.Text[from:sc.at])
}

func (sc *scanner) count(kind TokenKind, text string) {
	if len(sc.src.Text) <= MaxConstants {
		return // it cannot have too many
	}
	sc.constants[string(rune(kind))+text] = true
	if len(sc.constants) > MaxConstants {
		sc.problem = sc.src.TooLarge(sc.src.At(sc.last()), "the script has more than %d different names, numbers and texts", MaxConstants)
	}
}

func (sc *scanner) add(kind TokenKind, from, to int) {
	text := sc.src.Text[from:to]
	sc.push(Token{
		Kind: kind, Text: text, Line: sc.line, Column: sc.columnOf(from), Offset: from,
		width: utf8.RuneCountInString(text), last: to - sc.start,
	})
}

func (sc *scanner) push(t Token) { sc.src.Tokens = append(sc.src.Tokens, t) }

func (sc *scanner) last() Token { return sc.src.Tokens[len(sc.src.Tokens)-1] }

// columnOf counts characters from the start of the line, from 1. It continues
// from its last count, since a line may be long.
func (sc *scanner) columnOf(offset int) int {
	if offset < sc.counted || sc.counted < sc.start || sc.column == 0 {
		sc.counted, sc.column = sc.start, 1
	}
	sc.column += utf8.RuneCountInString(sc.src.Text[sc.counted:offset])
	sc.counted = offset
	return sc.column
}

func (sc *scanner) syntax(at Token, format string, args ...any) {
	d := diag.New("script/syntax", sc.src.At(at), format, args...)
	sc.problem = &d
}
