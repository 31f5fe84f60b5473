package analysis

import (
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// foreignPlaceholder matches a name in braces, by which other languages insert
// a value into a string: ${x}, #{x}, {x.y}.
var foreignPlaceholder = regexp.MustCompile(`[$#]?\{([A-Za-z_]\w*(?:[.\[][\w.'"\[\]]*)?)\}`)

// foreignPlaceholders reports names in braces in the texts passed to an API
// function. Lua does not replace them with values.
func (x *inferrer) foreignPlaceholders(call *ast.FuncCallExpr, in *ast.FunctionExpr) {
	for _, a := range call.Args {
		x.foreignPlaceholderIn(a, in)
	}
}

func (x *inferrer) foreignPlaceholderIn(e ast.Expr, in *ast.FunctionExpr) {
	switch v := e.(type) {
	case *ast.StringConcatOpExpr:
		x.foreignPlaceholderIn(v.Lhs, in)
		x.foreignPlaceholderIn(v.Rhs, in)
	case *ast.StringExpr:
		if !strings.Contains(v.Value, "{") {
			return
		}
		for _, m := range foreignPlaceholder.FindAllStringSubmatch(v.Value, -1) {
			root, _, dotted := strings.Cut(m[1], ".")
			known := x.local(in, m[1]) != nil || dotted && (x.local(in, root) != nil || root == "vars" || root == "game")
			if m[0][0] == '{' && !known {
				continue
			}
			x.doubtHint(x.src.PlaceOf(v), diag.Sentencef("scripts do not insert a value for %s into a text", m[0]), "join texts with ..: \"…\" .. %s", m[1])
			return
		}
	}
}

// missingComma finds a value followed by a text, which is a call in Lua: a
// comma is missing between them. It reports only items of a list that are
// called in this way inside the parentheses of another call.
func (x *inferrer) missingComma(call *ast.FuncCallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	word, ok := call.Args[0].(*ast.StringExpr)
	if !ok || !x.isItem(call.Func) {
		return false
	}
	for i := max(1, x.src.FirstOf(word.Line())); i < len(x.src.Tokens) && x.src.Tokens[i].Line == word.Line(); i++ {
		t, before := x.src.Tokens[i], x.src.Tokens[i-1]
		if t.Kind != syntax.TextToken || strings.Trim(t.Text, `"'`) != word.Value || before.Text == "(" || !x.src.EndsValue(i-1) || !x.src.IsWithin(i, "(") {
			continue
		}
		x.doubtHint(x.src.At(before), diag.Sentencef("%s is called with the text %s", syntax.Format(call.Func), syntax.Format(word)), "is a comma missing between them? write: %s, %s", syntax.Format(call.Func), syntax.Format(word))
		return true
	}
	return false
}

// isItem reports whether an expression is a variable of a for loop over a list, or an
// item of one.
func (x *inferrer) isItem(e ast.Expr) bool {
	switch v := e.(type) {
	case *ast.IdentExpr:
		only := x.Uses[v].only()
		return only != nil && only.loop != nil
	case *ast.AttrGetExpr:
		_, named := v.Key.(*ast.StringExpr)
		return !named && x.typeOf(v).Kind == StaticUnknown
	}
	return false
}

// noteResult notes the type of what the chunk returns: for an expression, that is
// what the function around it returns.
func (x *inferrer) noteResult(e ast.Expr) {
	t := x.typeOf(e)
	if x.src.IsExpression {
		t = t.summary.results[0]
		x.functionAsValue(e.(*ast.FunctionExpr))
	}
	x.facts.Result = t.named()
}

// functionAsValue reports an expression that is a function literal where a value is
// needed. The enclosing function only returns the expression.
func (x *inferrer) functionAsValue(around *ast.FunctionExpr) {
	if fn, ok := around.Stmts[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr); ok {
		x.doubtHint(x.src.PlaceOfLine(fn.Line()), diag.Sentencef("this is a function, but the value that it returns is needed"), "write only the value, without function, return and end")
		return
	}
	if e := around.Stmts[0].(*ast.ReturnStmt).Exprs[0]; x.isFunction(e) {
		x.doubtHint(x.src.PlaceOf(e), diag.Sentencef("%s is a function, but the value that it returns is needed", syntax.Format(e)), "to call it, write %s(…)", syntax.Format(e))
	}
}
