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
func (inf *inferrer) foreignPlaceholders(call *ast.FuncCallExpr, in *ast.FunctionExpr) {
	for _, a := range call.Args {
		inf.foreignPlaceholderIn(a, in)
	}
}

func (inf *inferrer) foreignPlaceholderIn(e ast.Expr, in *ast.FunctionExpr) {
	switch v := e.(type) {
	case *ast.StringConcatOpExpr:
		inf.foreignPlaceholderIn(v.Lhs, in)
		inf.foreignPlaceholderIn(v.Rhs, in)
	case *ast.StringExpr:
		if !strings.Contains(v.Value, "{") {
			return
		}
		for _, m := range foreignPlaceholder.FindAllStringSubmatch(v.Value, -1) {
			root, _, dotted := strings.Cut(m[1], ".")
			known := inf.local(in, m[1]) != nil || dotted && (inf.local(in, root) != nil || root == "vars" || root == "game")
			if m[0][0] == '{' && !known {
				continue
			}
			inf.doubtHint(inf.src.PlaceOf(v), diag.Sentencef("scripts do not insert a value for %s into a text", m[0]), "join texts with ..: \"…\" .. %s", m[1])
			return
		}
	}
}

// missingComma finds a value followed by a text, which is a call in Lua: a
// comma is missing between them. It reports only items of a list that are
// called in this way inside the parentheses of another call.
func (inf *inferrer) missingComma(call *ast.FuncCallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	word, ok := call.Args[0].(*ast.StringExpr)
	if !ok || !inf.isItem(call.Func) {
		return false
	}
	for i := max(1, inf.src.FirstOf(word.Line())); i < len(inf.src.Tokens) && inf.src.Tokens[i].Line == word.Line(); i++ {
		t, before := inf.src.Tokens[i], inf.src.Tokens[i-1]
		if t.Kind != syntax.TextToken || strings.Trim(t.Text, `"'`) != word.Value || before.Text == "(" || !inf.src.EndsValue(i-1) || !inf.src.IsWithin(i, "(") {
			continue
		}
		inf.doubtHint(inf.src.At(before), diag.Sentencef("%s is called with the text %s", syntax.Format(call.Func), syntax.Format(word)), "is a comma missing between them? write: %s, %s", syntax.Format(call.Func), syntax.Format(word))
		return true
	}
	return false
}

// isItem reports whether an expression is a variable of a for loop over a list, or an
// item of one.
func (inf *inferrer) isItem(e ast.Expr) bool {
	switch v := e.(type) {
	case *ast.IdentExpr:
		only := inf.Uses[v].only()
		return only != nil && only.loop != nil
	case *ast.AttrGetExpr:
		_, named := v.Key.(*ast.StringExpr)
		return !named && inf.typeOf(v).Kind == StaticUnknown
	}
	return false
}

// noteResult notes the type of what the chunk returns: for an expression, that is
// what the function around it returns.
func (inf *inferrer) noteResult(e ast.Expr) {
	t := inf.typeOf(e)
	if inf.src.IsExpression {
		t = t.summary.results[0]
		inf.functionAsValue(e.(*ast.FunctionExpr))
	}
	inf.facts.Result = t.named()
}

// functionAsValue reports an expression that is a function literal where a value is
// needed. The enclosing function only returns the expression.
func (inf *inferrer) functionAsValue(around *ast.FunctionExpr) {
	if fn, ok := around.Stmts[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr); ok {
		inf.doubtHint(inf.src.PlaceOfLine(fn.Line()), diag.Sentencef("this is a function, but the value that it returns is needed"), "write only the value, without function, return and end")
		return
	}
	if e := around.Stmts[0].(*ast.ReturnStmt).Exprs[0]; inf.isFunction(e) {
		inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("%s is a function, but the value that it returns is needed", syntax.Format(e)), "to call it, write %s(…)", syntax.Format(e))
	}
}
