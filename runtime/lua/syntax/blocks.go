package syntax

import (
	"strings"

	"sleight/runtime/diag"
)

// opener is a bracket or block that has yet to be closed.
type opener struct {
	Token
	// closer is the token that closes it.
	closer string
	// wantsDo marks while and for, whose do does not open a block of its own.
	wantsDo bool
	// operators counts the operators since the last expression boundary inside
	// this bracket.
	operators int
}

// openers maps the words that open a block to those that close it.
var openers = map[string]string{
	"(": ")", "[": "]", "{": "}",
	"function": "end", "if": "end", "while": "end", "for": "end", "do": "end", "repeat": "until",
}

const (
	operatorWords  = " + - * / % ^ .. == ~= < > <= >= and or not # "
	plainWords     = " nil true false function end "
	statementWords = " local return if elseif else while for repeat break do then until in end "
)

// blocks checks that brackets and blocks close in order, and bounds their
// nesting and the length of expressions. The parser would report unbalanced
// blocks too, but not which block was left open.
func (s *Source) blocks() *diag.Diagnostic {
	stack := append(make([]opener, 0, 8), opener{})
	var odd *misfit
	for i, t := range s.Tokens {
		top := &stack[len(stack)-1]
		if d := s.endExpression(top, t); d != nil {
			return d
		}
		word := t.Text
		if t.Kind != KeywordToken && t.Kind != SymbolToken {
			if t.Kind == endToken && len(stack) > 1 {
				return s.suspected(odd, s.unclosed(*top, t, "the end of the script", i))
			}
			continue
		}
		switch closer, opens := openers[word]; {
		case word == "do" && top.wantsDo:
			top.wantsDo = false
		case isBracket(top.Text) && word != top.closer && strings.Contains(statementWords, " "+word+" "):
			return s.suspected(odd, s.unclosed(*top, t, "'"+word+"'", i))
		case opens:
			stack = append(stack, opener{Token: t, closer: closer, wantsDo: word == "while" || word == "for"})
			if len(stack) > MaxNesting {
				return s.TooLarge(s.At(t), "brackets and blocks are nested more than %d deep", MaxNesting)
			}
		case word == ")" || word == "]" || word == "}" || word == "end" || word == "until":
			if word != top.closer {
				return s.suspected(odd, s.unclosed(*top, t, "'"+word+"'", i))
			}
			if odd == nil {
				odd = s.fits(*top, i)
			}
			stack = stack[:len(stack)-1]
		}
	}
	return nil
}

// endExpression ends an expression and checks the number of its operators: a
// chain of operators recurses as deeply as it is long, both when it is built
// and when it runs.
func (s *Source) endExpression(top *opener, t Token) *diag.Diagnostic {
	switch word := " " + t.Text + " "; {
	case t.Kind == SymbolToken || t.Kind == KeywordToken:
		switch {
		case strings.Contains(operatorWords, word):
			top.operators++
			if top.operators > MaxOperators {
				return s.TooLarge(s.At(t), "an expression has more than %d operators", MaxOperators)
			}
		case word == " , " || word == " ; " || word == " = ",
			t.Kind == KeywordToken && !strings.Contains(plainWords, word):
			top.operators = 0
		}
	}
	return nil
}

// unclosed reports that top should have been closed before t.
func (s *Source) unclosed(top opener, t Token, near string, i int) *diag.Diagnostic {
	if top.Text == "" {
		d := diag.New("script/syntax", s.At(t), "%s does not close anything", near)
		if head, ok := s.headOf(i); ok && t.Text == "}" {
			d = d.WithNote(s.At(head), "is '{' missing at the end of this line?")
		}
		return &d
	}
	at := s.At(t)
	if (t.Kind == endToken || isBracket(top.Text) && t.Text != "end") && !s.follows(i) {
		at = s.At(s.Tokens[i-1]) // where it is missing
	}
	d := diag.New("script/syntax", at, "'%s' expected (to close '%s' at line %d) near %s",
		top.closer, top.Text, top.Line+s.Line, near).
		WithNote(s.At(top.Token), "'%s' opened here", top.Text)
	switch {
	case s.hasElseIf(i):
		d = d.WithHint("Lua writes elseif as one word")
	case top.Text == "{" && t.Kind == KeywordToken:
		d = d.WithHint("is there an end too many above?")
	case top.closer == "end":
		d = d.WithHint("every function, if, for and while needs its own end")
	}
	return &d
}

// hasElseIf reports whether "else if" comes before the i-th token.
func (s *Source) hasElseIf(i int) bool {
	for j := 1; j < i; j++ {
		if s.Tokens[j].Text == "if" && s.Tokens[j-1].Text == "else" && s.Tokens[j].Line == s.Tokens[j-1].Line {
			return true
		}
	}
	return false
}

// headOf returns the last token of the line that the i-th token, if it is the
// first of its line, seems to close: the last line above that is not indented
// deeper.
func (s *Source) headOf(i int) (last Token, ok bool) {
	line := s.Tokens[i].Line
	if s.follows(i) {
		return last, false
	}
	for j := i - 1; j >= 0; j-- {
		if s.indentOf(s.Tokens[j].Line) <= s.indentOf(line) {
			return s.Tokens[j], true
		}
	}
	return last, false
}

func isBracket(text string) bool { return text == "(" || text == "[" || text == "{" }
