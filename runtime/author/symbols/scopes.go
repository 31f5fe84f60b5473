package symbols

import (
	"slices"

	"sleight/runtime/lua/syntax"
)

// Scopes resolves the names in a Lua source to their declarations.
type Scopes struct {
	// Declared has, for each token that names a local or a parameter, the index of
	// the token that declares it: its own index for the declaration, and -1 for
	// any other token.
	Declared []int
	// Visible lists the names that are visible at the end of the source, the
	// nearest first.
	Visible []string
}

// ScopesOf resolves the names in a source by Lua's rules: a local is visible
// from the statement after its declaration to the end of its block, and hides
// others with its name. A function that is declared without local counts as a
// local, since scripts cannot declare globals. The compiler resolves names in its
// syntax tree; an editor needs them in sources that are still being typed and have
// no tree, so ScopesOf works on tokens.
func ScopesOf(tokens []syntax.Token) Scopes {
	p := &scoper{tokens: tokens}
	p.Declared = slices.Repeat([]int{-1}, len(tokens))
	for p.at < len(tokens) {
		p.statements()
		p.at++ // a word that ends no block
	}
	p.close(0)
	return p.Scopes
}

// scoper reads a source, one function for each rule of Lua's grammar.
type scoper struct {
	Scopes
	tokens   []syntax.Token
	at       int
	open     []visible // the nearest last
	recorded bool      // Visible is known
}

// visible is a name that is visible, and the token that declares it: -1 for the self
// of a method.
type visible struct {
	name  string
	token int
}

func (s *scoper) text() string {
	if s.at < len(s.tokens) {
		return s.tokens[s.at].Text
	}
	return ""
}

func (s *scoper) isName() bool {
	return s.at < len(s.tokens) && s.tokens[s.at].Kind == syntax.NameToken
}

// accept skips the token if it has a text.
func (s *scoper) accept(text string) bool {
	if s.text() == text {
		s.at++
		return true
	}
	return false
}

// declare makes the name of a token visible.
func (s *scoper) declare(token int) {
	s.Declared[token] = token
	s.open = append(s.open, visible{s.tokens[token].Text, token})
}

// noteReference records the declaration of the name at the position, and skips
// it.
func (s *scoper) noteReference() {
	for _, v := range slices.Backward(s.open) {
		if v.name == s.text() {
			s.Declared[s.at] = v.token
			break
		}
	}
	s.at++
}

// close ends a scope, in which only the first declarations were visible before.
func (s *scoper) close(before int) {
	if s.at >= len(s.tokens) && !s.recorded {
		s.recorded = true
		for _, v := range slices.Backward(s.open) {
			if !slices.Contains(s.Visible, v.name) {
				s.Visible = append(s.Visible, v.name)
			}
		}
	}
	s.open = s.open[:before]
}

// statements reads statements up to a word that ends a block.
func (s *scoper) statements() {
	for s.at < len(s.tokens) && !slices.Contains([]string{"end", "else", "elseif", "until"}, s.text()) {
		s.statement()
	}
}

// block reads statements and closes their scope.
func (s *scoper) block(before int) {
	s.statements()
	s.close(before)
}

// scope reads a separate block that is ended by a word.
func (s *scoper) scope(end string) {
	s.block(len(s.open))
	s.accept(end)
}

func (s *scoper) statement() {
	from := s.at
	switch {
	case s.accept("local"):
		s.local()
	case s.accept("function"):
		s.function()
	case s.accept("for"):
		s.loop()
	case s.accept("if"):
		s.condition()
	case s.accept("while"):
		s.expression()
		s.accept("do")
		s.scope("end")
	case s.accept("do"):
		s.scope("end")
	case s.accept("repeat"):
		s.repeat()
	default: // a call, an assignment, a return
		s.accept("return")
		s.list()
		if s.accept("=") {
			s.list()
		}
	}
	if s.at == from {
		s.at++ // it is not Lua
	}
}

// names reads names separated by commas, and returns their tokens.
func (s *scoper) names() (out []int) {
	for s.isName() {
		out = append(out, s.at)
		s.at++
		if !s.accept(",") {
			break
		}
	}
	return out
}

func (s *scoper) declareAll(tokens []int) {
	for _, t := range tokens {
		s.declare(t)
	}
}

func (s *scoper) local() {
	if s.accept("function") {
		if s.isName() {
			s.declare(s.at)
			s.at++
		}
		s.body(false)
		return
	}
	declared := s.names()
	if s.accept("=") {
		s.list()
	}
	s.declareAll(declared)
}

// function reads the name and the body of a function.
func (s *scoper) function() {
	method := false
	if s.isName() {
		name := s.at
		s.noteReference()
		if s.text() != "." && s.text() != ":" && s.Declared[name] < 0 {
			s.declare(name)
		}
		for s.accept(".") {
			s.at++
		}
		if method = s.accept(":"); method {
			s.at++
		}
	}
	s.body(method)
}

// body reads the parameters of a function and its statements.
func (s *scoper) body(method bool) {
	if !s.accept("(") {
		return
	}
	before := len(s.open)
	if method {
		s.open = append(s.open, visible{"self", -1})
	}
	s.declareAll(s.names())
	s.accept("...")
	s.accept(")")
	s.block(before)
	s.accept("end")
}

func (s *scoper) loop() {
	declared := s.names()
	if s.accept("=") || s.accept("in") {
		s.list()
	}
	before := len(s.open)
	s.declareAll(declared)
	if s.accept("do") {
		s.block(before)
		s.accept("end")
	} else {
		s.close(before)
	}
}

func (s *scoper) condition() {
	s.expression()
	if !s.accept("then") {
		return
	}
	s.block(len(s.open))
	if s.accept("elseif") {
		s.condition()
		return
	}
	if s.accept("else") {
		s.block(len(s.open))
	}
	s.accept("end")
}

// repeat reads a loop whose condition sees the locals of its block.
func (s *scoper) repeat() {
	before := len(s.open)
	s.statements()
	if s.accept("until") {
		s.expression()
	}
	s.close(before)
}

// list reads expressions separated by commas.
func (s *scoper) list() {
	s.expression()
	for s.accept(",") {
		s.expression()
	}
}

// operators are those between two values, and before the words that are before one.
var operators = []string{"+", "-", "*", "/", "%", "^", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or"}

func (s *scoper) expression() {
	for {
		for s.accept("not") || s.accept("-") || s.accept("#") {
		}
		s.value()
		if !slices.ContainsFunc(operators, s.accept) {
			return
		}
	}
}

// value reads a value with the fields and calls after it.
func (s *scoper) value() {
	switch {
	case s.at >= len(s.tokens):
		return
	case s.isName():
		s.noteReference()
	case s.accept("("):
		s.list()
		s.accept(")")
	case s.text() == "{":
		s.table()
		return
	case s.accept("function"):
		s.body(false)
		return
	case s.tokens[s.at].Kind == syntax.KeywordToken && !slices.Contains([]string{"nil", "true", "false"}, s.text()), s.tokens[s.at].Kind == syntax.SymbolToken && s.text() != "...":
		return // not a value
	default:
		s.at++
		return
	}
	for s.acceptSuffix() {
	}
}

// acceptSuffix reads one field, index or call.
func (s *scoper) acceptSuffix() bool {
	switch {
	case s.accept("."), s.accept(":"):
		if s.isName() {
			s.at++
		}
	case s.accept("["):
		s.list()
		s.accept("]")
	case s.accept("("):
		s.list()
		s.accept(")")
	case s.text() == "{":
		s.table()
	case s.at < len(s.tokens) && s.tokens[s.at].Kind == syntax.TextToken:
		s.at++
	default:
		return false
	}
	return true
}

// table reads a table: the names of its fields are not variables.
func (s *scoper) table() {
	s.accept("{")
	for s.at < len(s.tokens) && s.text() != "}" {
		switch {
		case s.accept("["):
			s.expression()
			s.accept("]")
			s.accept("=")
		case s.isName() && s.at+1 < len(s.tokens) && s.tokens[s.at+1].Text == "=":
			s.at += 2
		}
		s.expression()
		if !s.accept(",") && !s.accept(";") {
			break
		}
	}
	s.accept("}")
}
