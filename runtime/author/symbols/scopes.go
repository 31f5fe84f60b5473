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

func (p *scoper) text() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at].Text
	}
	return ""
}

func (p *scoper) isName() bool {
	return p.at < len(p.tokens) && p.tokens[p.at].Kind == syntax.NameToken
}

// accept skips the token if it has a text.
func (p *scoper) accept(text string) bool {
	if p.text() == text {
		p.at++
		return true
	}
	return false
}

// declare makes the name of a token visible.
func (p *scoper) declare(token int) {
	p.Declared[token] = token
	p.open = append(p.open, visible{p.tokens[token].Text, token})
}

// noteReference records the declaration of the name at the position, and skips
// it.
func (p *scoper) noteReference() {
	for _, v := range slices.Backward(p.open) {
		if v.name == p.text() {
			p.Declared[p.at] = v.token
			break
		}
	}
	p.at++
}

// close ends a scope, in which only the first declarations were visible before.
func (p *scoper) close(before int) {
	if p.at >= len(p.tokens) && !p.recorded {
		p.recorded = true
		for _, v := range slices.Backward(p.open) {
			if !slices.Contains(p.Visible, v.name) {
				p.Visible = append(p.Visible, v.name)
			}
		}
	}
	p.open = p.open[:before]
}

// statements reads statements up to a word that ends a block.
func (p *scoper) statements() {
	for p.at < len(p.tokens) && !slices.Contains([]string{"end", "else", "elseif", "until"}, p.text()) {
		p.statement()
	}
}

// block reads statements and closes their scope.
func (p *scoper) block(before int) {
	p.statements()
	p.close(before)
}

// scope reads a separate block that is ended by a word.
func (p *scoper) scope(end string) {
	p.block(len(p.open))
	p.accept(end)
}

func (p *scoper) statement() {
	from := p.at
	switch {
	case p.accept("local"):
		p.local()
	case p.accept("function"):
		p.function()
	case p.accept("for"):
		p.loop()
	case p.accept("if"):
		p.condition()
	case p.accept("while"):
		p.expression()
		p.accept("do")
		p.scope("end")
	case p.accept("do"):
		p.scope("end")
	case p.accept("repeat"):
		p.repeat()
	default: // a call, an assignment, a return
		p.accept("return")
		p.list()
		if p.accept("=") {
			p.list()
		}
	}
	if p.at == from {
		p.at++ // it is not Lua
	}
}

// names reads names separated by commas, and returns their tokens.
func (p *scoper) names() (out []int) {
	for p.isName() {
		out = append(out, p.at)
		p.at++
		if !p.accept(",") {
			break
		}
	}
	return out
}

func (p *scoper) declareAll(tokens []int) {
	for _, t := range tokens {
		p.declare(t)
	}
}

func (p *scoper) local() {
	if p.accept("function") {
		if p.isName() {
			p.declare(p.at)
			p.at++
		}
		p.body(false)
		return
	}
	declared := p.names()
	if p.accept("=") {
		p.list()
	}
	p.declareAll(declared)
}

// function reads the name and the body of a function.
func (p *scoper) function() {
	method := false
	if p.isName() {
		name := p.at
		p.noteReference()
		if p.text() != "." && p.text() != ":" && p.Declared[name] < 0 {
			p.declare(name)
		}
		for p.accept(".") {
			p.at++
		}
		if method = p.accept(":"); method {
			p.at++
		}
	}
	p.body(method)
}

// body reads the parameters of a function and its statements.
func (p *scoper) body(method bool) {
	if !p.accept("(") {
		return
	}
	before := len(p.open)
	if method {
		p.open = append(p.open, visible{"self", -1})
	}
	p.declareAll(p.names())
	p.accept("...")
	p.accept(")")
	p.block(before)
	p.accept("end")
}

func (p *scoper) loop() {
	declared := p.names()
	if p.accept("=") || p.accept("in") {
		p.list()
	}
	before := len(p.open)
	p.declareAll(declared)
	if p.accept("do") {
		p.block(before)
		p.accept("end")
	} else {
		p.close(before)
	}
}

func (p *scoper) condition() {
	p.expression()
	if !p.accept("then") {
		return
	}
	p.block(len(p.open))
	if p.accept("elseif") {
		p.condition()
		return
	}
	if p.accept("else") {
		p.block(len(p.open))
	}
	p.accept("end")
}

// repeat reads a loop whose condition sees the locals of its block.
func (p *scoper) repeat() {
	before := len(p.open)
	p.statements()
	if p.accept("until") {
		p.expression()
	}
	p.close(before)
}

// list reads expressions separated by commas.
func (p *scoper) list() {
	p.expression()
	for p.accept(",") {
		p.expression()
	}
}

// operators are those between two values, and before the words that are before one.
var operators = []string{"+", "-", "*", "/", "%", "^", "..", "<", "<=", ">", ">=", "==", "~=", "and", "or"}

func (p *scoper) expression() {
	for {
		for p.accept("not") || p.accept("-") || p.accept("#") {
		}
		p.value()
		if !slices.ContainsFunc(operators, p.accept) {
			return
		}
	}
}

// value reads a value with the fields and calls after it.
func (p *scoper) value() {
	switch {
	case p.at >= len(p.tokens):
		return
	case p.isName():
		p.noteReference()
	case p.accept("("):
		p.list()
		p.accept(")")
	case p.text() == "{":
		p.table()
		return
	case p.accept("function"):
		p.body(false)
		return
	case p.tokens[p.at].Kind == syntax.KeywordToken && !slices.Contains([]string{"nil", "true", "false"}, p.text()), p.tokens[p.at].Kind == syntax.SymbolToken && p.text() != "...":
		return // not a value
	default:
		p.at++
		return
	}
	for p.acceptSuffix() {
	}
}

// acceptSuffix reads one field, index or call.
func (p *scoper) acceptSuffix() bool {
	switch {
	case p.accept("."), p.accept(":"):
		if p.isName() {
			p.at++
		}
	case p.accept("["):
		p.list()
		p.accept("]")
	case p.accept("("):
		p.list()
		p.accept(")")
	case p.text() == "{":
		p.table()
	case p.at < len(p.tokens) && p.tokens[p.at].Kind == syntax.TextToken:
		p.at++
	default:
		return false
	}
	return true
}

// table reads a table: the names of its fields are not variables.
func (p *scoper) table() {
	p.accept("{")
	for p.at < len(p.tokens) && p.text() != "}" {
		switch {
		case p.accept("["):
			p.expression()
			p.accept("]")
			p.accept("=")
		case p.isName() && p.at+1 < len(p.tokens) && p.tokens[p.at+1].Text == "=":
			p.at += 2
		}
		p.expression()
		if !p.accept(",") && !p.accept(";") {
			break
		}
	}
	p.accept("}")
}
