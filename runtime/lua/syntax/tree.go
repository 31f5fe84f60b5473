package syntax

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// parser builds the syntax tree of scanned tokens. It reports no errors: at
// anything it is not sure of it fails, and gopher-lua's parser decides. It
// returns the trees of that parser, against which it is tested, without the stack
// of several kilobytes that gopher-lua allocates for each text.
type parser struct {
	tokens []Token
	at     int
	failed bool
}

// Tree returns the statements of the tokens, or ok == false if only gopher-lua's
// parser can read them. giving is set if the text is what follows a return.
func (s *Source) Tree(giving bool) (chunk []ast.Stmt, ok bool) {
	p := &parser{tokens: s.Tokens}
	if giving {
		chunk = []ast.Stmt{p.returnStatement(1)}
	} else {
		chunk = p.block()
	}
	if p.token().Kind != endToken {
		p.fail()
	}
	return chunk, !p.failed
}

func (p *parser) token() *Token { return &p.tokens[p.at] }

// fail gives up: what calls it sees the end of the text next.
func (p *parser) fail() {
	p.failed = true
	p.at = len(p.tokens) - 1
}

// next returns the current token and advances to the next.
func (p *parser) next() *Token {
	t := p.token()
	if t.Kind == endToken {
		p.fail()
	} else {
		p.at++
	}
	return t
}

// isAt reports whether the current token is a word or sign.
func (p *parser) isAt(text string) bool { return p.token().Text == text }

// accept advances past a word or sign if it is the current token.
func (p *parser) accept(text string) bool {
	if p.isAt(text) {
		p.at++
		return true
	}
	return false
}

// expect advances past a word or sign that must be the current token, and returns
// its line.
func (p *parser) expect(text string) int {
	line := p.token().Line
	if !p.accept(text) {
		p.fail()
	}
	return line
}

// name reads a name.
func (p *parser) name() *Token {
	if p.token().Kind != NameToken {
		p.fail()
	}
	return p.next()
}

// names reads names between commas, up to three dots if rest is not nil, which
// is then set.
func (p *parser) names(rest *bool) []string {
	out := []string{}
	for {
		if rest != nil && p.accept("...") {
			*rest = true
			return out
		}
		out = append(out, p.name().Text)
		if !p.accept(",") {
			return out
		}
	}
}

// block reads statements up to the end of their block.
func (p *parser) block() []ast.Stmt {
	out := []ast.Stmt{}
	for !p.ends() {
		if p.accept(";") {
			continue
		}
		line := p.token().Line
		switch {
		case p.accept("return"):
			return append(out, p.returnStatement(line))
		case p.accept("break"):
			s := &ast.BreakStmt{}
			s.SetLine(line)
			p.accept(";")
			return append(out, s)
		}
		out = append(out, p.statement())
	}
	return out
}

// ends reports whether the block ends before the current token.
func (p *parser) ends() bool {
	switch t := p.token(); t.Text {
	case "end", "else", "elseif", "until":
		return true
	default:
		return t.Kind == endToken
	}
}

// returnStatement reads the values of a return on a line.
func (p *parser) returnStatement(line int) ast.Stmt {
	s := &ast.ReturnStmt{}
	s.SetLine(line)
	if !p.ends() && !p.isAt(";") {
		s.Exprs = p.expressions()
	}
	p.accept(";")
	return s
}

func (p *parser) statement() ast.Stmt {
	t := p.token()
	switch t.Text {
	case "do":
		p.at++
		s := &ast.DoBlockStmt{Stmts: p.block()}
		return p.finish(s, t.Line)
	case "while":
		p.at++
		s := &ast.WhileStmt{Condition: p.expression()}
		p.expect("do")
		s.Stmts = p.block()
		return p.finish(s, t.Line)
	case "repeat":
		p.at++
		s := &ast.RepeatStmt{Stmts: p.block()}
		s.SetLine(t.Line)
		p.expect("until")
		s.Condition = p.expression()
		s.SetLastLine(s.Condition.Line())
		return s
	case "if":
		p.at++
		return p.ifStatement(t.Line)
	case "for":
		p.at++
		return p.forStatement(t.Line)
	case "function":
		p.at++
		s := &ast.FuncDefStmt{Name: p.functionName()}
		s.Func = p.function()
		s.SetLine(t.Line)
		s.SetLastLine(s.Func.LastLine())
		return s
	case "local":
		p.at++
		return p.local(t.Line)
	}
	return p.assignmentOrCall()
}

// finish reads the end of a statement that began on a line.
func (p *parser) finish(s ast.Stmt, line int) ast.Stmt {
	s.SetLine(line)
	s.SetLastLine(p.expect("end"))
	return s
}

// ifStatement reads an if after that word.
func (p *parser) ifStatement(line int) ast.Stmt {
	first := &ast.IfStmt{Condition: p.expression()}
	p.expect("then")
	first.Then = p.block()
	last := first
	for {
		next := p.token().Line
		if !p.accept("elseif") {
			break
		}
		s := &ast.IfStmt{Condition: p.expression()}
		p.expect("then")
		s.Then = p.block()
		s.SetLine(next)
		last.Else = []ast.Stmt{s}
		last = s
	}
	if p.accept("else") {
		last.Else = p.block()
	}
	return p.finish(first, line)
}

// forStatement reads a for after that word.
func (p *parser) forStatement(line int) ast.Stmt {
	if p.tokens[min(p.at+1, len(p.tokens)-1)].Text == "=" {
		s := &ast.NumberForStmt{Name: p.name().Text}
		p.expect("=")
		s.Init = p.expression()
		p.expect(",")
		s.Limit = p.expression()
		if p.accept(",") {
			s.Step = p.expression()
		}
		p.expect("do")
		s.Stmts = p.block()
		return p.finish(s, line)
	}
	s := &ast.GenericForStmt{Names: p.names(nil)}
	p.expect("in")
	s.Exprs = p.expressions()
	p.expect("do")
	s.Stmts = p.block()
	return p.finish(s, line)
}

// functionName reads the name of a function statement.
func (p *parser) functionName() *ast.FuncName {
	t := p.name()
	var at ast.Expr = &ast.IdentExpr{Value: t.Text}
	at.SetLine(t.Line)
	for p.accept(".") {
		t = p.name()
		at = fieldOf(at, t, t.Line)
	}
	if p.accept(":") {
		return &ast.FuncName{Receiver: at, Method: p.name().Text}
	}
	return &ast.FuncName{Func: at}
}

// fieldOf is the field of an object under a name.
func fieldOf(object ast.Expr, name *Token, line int) ast.Expr {
	key := &ast.StringExpr{Value: name.Text}
	key.SetLine(name.Line)
	out := &ast.AttrGetExpr{Object: object, Key: key}
	out.SetLine(line)
	return out
}

// function reads the parameters and the body of a function.
func (p *parser) function() *ast.FunctionExpr {
	f := &ast.FunctionExpr{ParList: &ast.ParList{Names: []string{}}}
	f.SetLine(p.expect("("))
	if !p.isAt(")") {
		f.ParList.Names = p.names(&f.ParList.HasVargs)
	}
	p.expect(")")
	f.Stmts = p.block()
	f.SetLastLine(p.expect("end"))
	return f
}

// local reads a local statement after that word.
func (p *parser) local(line int) ast.Stmt {
	if p.accept("function") {
		s := &ast.LocalAssignStmt{Names: []string{p.name().Text}}
		f := p.function()
		s.Exprs = []ast.Expr{f}
		s.SetLine(line)
		s.SetLastLine(f.LastLine())
		return s
	}
	s := &ast.LocalAssignStmt{Names: p.names(nil), Exprs: []ast.Expr{}}
	s.SetLine(line)
	if p.accept("=") {
		s.Exprs = p.expressions()
	}
	return s
}

// assignmentOrCall reads a statement that begins with a value.
func (p *parser) assignmentOrCall() ast.Stmt {
	first, variable := p.suffixed()
	if !p.isAt("=") && !p.isAt(",") {
		if _, ok := first.(*ast.FuncCallExpr); !ok {
			p.fail()
		}
		s := &ast.FuncCallStmt{Expr: first}
		s.SetLine(first.Line())
		return s
	}
	s := &ast.AssignStmt{Lhs: []ast.Expr{first}}
	s.SetLine(first.Line())
	for p.accept(",") {
		next, ok := p.suffixed()
		variable = variable && ok
		s.Lhs = append(s.Lhs, next)
	}
	p.expect("=")
	if !variable {
		p.fail()
	}
	s.Rhs = p.expressions()
	return s
}

// plainText returns the value of a text in quotes without unusual escapes.
func plainText(text string) (value string, ok bool) {
	if text[0] == '[' {
		return "", false
	}
	text = text[1 : len(text)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' {
			i++
			switch c = text[i]; c {
			case 'n':
				c = '\n'
			case 't':
				c = '\t'
			case '\\', '"', '\'':
			default:
				return "", false
			}
		}
		out = append(out, c)
	}
	return string(out), true
}
