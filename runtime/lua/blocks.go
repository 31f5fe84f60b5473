package lua

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
func (s *source) blocks() *diag.Diagnostic {
	stack := append(make([]opener, 0, 8), opener{})
	var odd *misfit
	for i, t := range s.tokens {
		top := &stack[len(stack)-1]
		if d := s.border(top, t); d != nil {
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
			if len(stack) > maxNesting {
				return s.tooLarge(s.at(t), "brackets and blocks are nested more than %d deep", maxNesting)
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

// border ends an expression and checks the number of its operators: a chain of
// operators recurses as deeply as it is long, both when it is built and when it
// runs.
func (s *source) border(top *opener, t Token) *diag.Diagnostic {
	switch word := " " + t.Text + " "; {
	case t.Kind == SymbolToken || t.Kind == KeywordToken:
		switch {
		case strings.Contains(operatorWords, word):
			top.operators++
			if top.operators > maxOperators {
				return s.tooLarge(s.at(t), "an expression has more than %d operators", maxOperators)
			}
		case word == " , " || word == " ; " || word == " = ",
			t.Kind == KeywordToken && !strings.Contains(plainWords, word):
			top.operators = 0
		}
	}
	return nil
}

// unclosed reports that top should have been closed before t.
func (s *source) unclosed(top opener, t Token, near string, i int) *diag.Diagnostic {
	if top.Text == "" {
		d := diag.New("script/syntax", s.at(t), "%s does not close anything", near)
		if head, ok := s.headOf(i); ok && t.Text == "}" {
			d = d.WithNote(s.at(head), "is '{' missing at the end of this line?")
		}
		return &d
	}
	at := s.at(t)
	if (t.Kind == endToken || isBracket(top.Text) && t.Text != "end") && !s.follows(i) {
		at = s.at(s.tokens[i-1]) // where it is missing
	}
	d := diag.New("script/syntax", at, "'%s' expected (to close '%s' at line %d) near %s",
		top.closer, top.Text, top.Line+s.line, near).
		WithNote(s.at(top.Token), "'%s' opened here", top.Text)
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
func (s *source) hasElseIf(i int) bool {
	for j := 1; j < i; j++ {
		if s.tokens[j].Text == "if" && s.tokens[j-1].Text == "else" && s.tokens[j].Line == s.tokens[j-1].Line {
			return true
		}
	}
	return false
}

// headOf returns the last token of the line that the i-th token, if it is the
// first of its line, seems to close: the last line above that is not indented
// deeper.
func (s *source) headOf(i int) (last Token, ok bool) {
	line := s.tokens[i].Line
	if s.follows(i) {
		return last, false
	}
	for j := i - 1; j >= 0; j-- {
		if s.indentOf(s.tokens[j].Line) <= s.indentOf(line) {
			return s.tokens[j], true
		}
	}
	return last, false
}

func isBracket(text string) bool { return text == "(" || text == "[" || text == "{" }
