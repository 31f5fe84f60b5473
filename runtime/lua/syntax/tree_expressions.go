package syntax

import "github.com/yuin/gopher-lua/ast"

// precedence is how strongly a binary operator binds what is left and right of it.
type precedence struct{ left, right int }

// unary is how strongly a unary operator binds what follows it.
const unary = 8

func precedenceOf(operator string) (b precedence, ok bool) {
	switch operator {
	case "or":
		return precedence{1, 1}, true
	case "and":
		return precedence{2, 2}, true
	case "<", ">", "<=", ">=", "==", "~=":
		return precedence{3, 3}, true
	case "..":
		return precedence{5, 4}, true
	case "+", "-":
		return precedence{6, 6}, true
	case "*", "/", "%":
		return precedence{7, 7}, true
	case "^":
		return precedence{10, 9}, true
	}
	return precedence{}, false
}

// expressions reads values between commas.
func (p *parser) expressions() []ast.Expr {
	out := []ast.Expr{p.expression()}
	for p.accept(",") {
		out = append(out, p.expression())
	}
	return out
}

func (p *parser) expression() ast.Expr { return p.operation(0) }

// operation reads a value with the operators that bind more strongly than limit.
func (p *parser) operation(limit int) ast.Expr {
	var left ast.Expr
	switch t := p.token(); t.Text {
	case "-":
		p.at++
		left = &ast.UnaryMinusOpExpr{Expr: p.operation(unary)}
		left.SetLine(left.(*ast.UnaryMinusOpExpr).Expr.Line())
	case "not":
		p.at++
		left = &ast.UnaryNotOpExpr{Expr: p.operation(unary)}
		left.SetLine(left.(*ast.UnaryNotOpExpr).Expr.Line())
	case "#":
		p.at++
		left = &ast.UnaryLenOpExpr{Expr: p.operation(unary)}
		left.SetLine(left.(*ast.UnaryLenOpExpr).Expr.Line())
	default:
		left = p.simple()
	}
	for {
		operator := p.token().Text
		b, ok := precedenceOf(operator)
		if !ok || b.left <= limit {
			return left
		}
		p.at++
		line := left.Line()
		left = binaryExpr(operator, left, p.operation(b.right))
		left.SetLine(line)
	}
}

func binaryExpr(operator string, left, right ast.Expr) ast.Expr {
	switch operator {
	case "or", "and":
		return &ast.LogicalOpExpr{Operator: operator, Lhs: left, Rhs: right}
	case "<", ">", "<=", ">=", "==", "~=":
		return &ast.RelationalOpExpr{Operator: operator, Lhs: left, Rhs: right}
	case "..":
		return &ast.StringConcatOpExpr{Lhs: left, Rhs: right}
	}
	return &ast.ArithmeticOpExpr{Operator: operator, Lhs: left, Rhs: right}
}

// simple reads a value without operators.
func (p *parser) simple() (out ast.Expr) {
	t := p.token()
	switch t.Kind {
	case NumberToken:
		if len(t.Text) > 1 && t.Text[0] == '0' && IsDigit(t.Text[1]) {
			p.fail() // gopher-lua drops the first zero
		}
		out = &ast.NumberExpr{Value: t.Text}
	case TextToken:
		return p.text()
	case KeywordToken:
		switch t.Text {
		case "nil":
			out = &ast.NilExpr{}
		case "true":
			out = &ast.TrueExpr{}
		case "false":
			out = &ast.FalseExpr{}
		case "function":
			p.at++
			f := p.function()
			f.SetLine(t.Line)
			return f
		default:
			p.fail()
			return &ast.NilExpr{}
		}
	default:
		switch t.Text {
		case "...":
			out = &ast.Comma3Expr{}
		case "{":
			return p.table()
		default:
			out, _ = p.suffixed()
			return out
		}
	}
	p.next()
	out.SetLine(t.Line)
	return out
}

// text reads a text.
func (p *parser) text() ast.Expr {
	t := p.next()
	value, ok := plainText(t.Text)
	if !ok {
		p.fail()
	}
	out := &ast.StringExpr{Value: value}
	out.SetLine(t.Line)
	return out
}

// suffixed reads a name or a value in parentheses with the fields, indexes and
// calls after it, and reports whether it can be assigned to.
func (p *parser) suffixed() (out ast.Expr, variable bool) {
	t := p.next()
	switch {
	case t.Kind == NameToken:
		out, variable = &ast.IdentExpr{Value: t.Text}, true
		out.SetLine(t.Line)
	case t.Text == "(":
		out = p.expression()
		p.expect(")")
		call, _ := out.(*ast.FuncCallExpr)
		rest, _ := out.(*ast.Comma3Expr)
		switch {
		case call != nil && !call.AdjustRet:
			call.AdjustRet = true
			return p.suffixes(out, variable)
		case rest != nil:
			rest.AdjustRet = true
		}
		out.SetLine(t.Line)
	default:
		p.fail()
		return &ast.NilExpr{}, false
	}
	return p.suffixes(out, variable)
}

// suffixes reads the fields, indexes and calls after a value.
func (p *parser) suffixes(of ast.Expr, assignable bool) (out ast.Expr, variable bool) {
	out, variable = of, assignable
	for {
		line := out.Line()
		switch t := p.token(); {
		case t.Text == ".":
			p.at++
			out, variable = fieldOf(out, p.name(), line), true
		case t.Text == "[":
			p.at++
			out, variable = &ast.AttrGetExpr{Object: out, Key: p.expression()}, true
			p.expect("]")
			out.SetLine(line)
		case t.Text == ":":
			p.at++
			method := p.name().Text
			out, variable = &ast.FuncCallExpr{Method: method, Receiver: out, Args: p.arguments()}, false
			out.SetLine(line)
		case t.Text == "(" || t.Text == "{" || t.Kind == TextToken:
			out, variable = &ast.FuncCallExpr{Func: out, Args: p.arguments()}, false
			out.SetLine(line)
		default:
			return out, variable
		}
	}
}

// arguments reads those of a call.
func (p *parser) arguments() []ast.Expr {
	switch t := p.token(); {
	case t.Text == "{":
		return []ast.Expr{p.table()}
	case t.Kind == TextToken:
		return []ast.Expr{p.text()}
	case t.Text == "(" && t.Line == p.tokens[p.at-1].Line:
		p.at++
		if p.accept(")") {
			return []ast.Expr{}
		}
		out := p.expressions()
		p.expect(")")
		return out
	}
	p.fail() // or a statement that begins with a parenthesis
	return nil
}

// table reads a table constructor.
func (p *parser) table() ast.Expr {
	out := &ast.TableExpr{Fields: []*ast.Field{}}
	out.SetLine(p.expect("{"))
	for !p.isAt("}") && !p.failed {
		out.Fields = append(out.Fields, p.item())
		if !p.accept(",") && !p.accept(";") {
			break
		}
	}
	p.expect("}")
	return out
}

// item reads one field of a table constructor.
func (p *parser) item() *ast.Field {
	t := p.token()
	switch {
	case p.accept("["):
		key := p.expression()
		p.expect("]")
		p.expect("=")
		return &ast.Field{Key: key, Value: p.expression()}
	case t.Kind == NameToken && p.tokens[p.at+1].Text == "=":
		p.at += 2
		key := &ast.StringExpr{Value: t.Text}
		key.SetLine(t.Line)
		return &ast.Field{Key: key, Value: p.expression()}
	}
	return &ast.Field{Value: p.expression()}
}
