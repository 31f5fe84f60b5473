package analysis

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// Sentence is a text that is probably meant for people: it begins with a capital
// letter, has a space between words, or is composed of parts by .. or
// string.format. It has a {name} for each inserted value.
type Sentence struct {
	Text  string
	Place diag.Place
}

// noteSentence records a text that is composed of parts.
func (r *resolver) noteSentence(e ast.Expr) {
	w := sentenceWriter{}
	switch x := e.(type) {
	case *ast.StringConcatOpExpr:
		w.join(x)
	case *ast.FuncCallExpr:
		if !w.format(x) {
			return
		}
	default:
		return
	}
	s := Sentence{Text: w.text.String(), Place: r.src.PlaceOfLine(e.Line())}
	fixed := w.fixed.String()
	if len(w.names) == 0 || !isProse(fixed) && !(strings.Contains(fixed, " ") && strings.ContainsFunc(fixed, unicode.IsLower)) {
		return
	}
	same := func(o Sentence) bool { return o.Text == s.Text && o.Place == s.Place }
	if slices.ContainsFunc(r.facts.Sentences, same) {
		return
	}
	r.facts.Sentences = append(r.facts.Sentences, s)
}

// sentenceWriter writes a sentence with its placeholders.
type sentenceWriter struct {
	text, fixed strings.Builder // with placeholders, and without
	names       []string
}

// join writes the operands of a concatenation.
func (w *sentenceWriter) join(e ast.Expr) {
	switch x := e.(type) {
	case *ast.StringConcatOpExpr:
		w.join(x.Lhs)
		w.join(x.Rhs)
	case *ast.StringExpr:
		w.write(x.Value)
	case *ast.NumberExpr:
		w.write(x.Value)
	default:
		w.placeholder(nameOf(e))
	}
}

// format writes string.format("…", …) and reports whether the call is that.
func (w *sentenceWriter) format(x *ast.FuncCallExpr) bool {
	f, ok := x.Func.(*ast.AttrGetExpr)
	if !ok || len(x.Args) == 0 {
		return false
	}
	library, named := f.Object.(*ast.IdentExpr)
	key, also := f.Key.(*ast.StringExpr)
	form, text := x.Args[0].(*ast.StringExpr)
	if !named || !also || !text || library.Value != "string" || key.Value != "format" {
		return false
	}
	w.form(form.Value, x.Args[1:])
	return true
}

// form writes a format string whose %s and similar directives are placeholders
// for values.
func (w *sentenceWriter) form(text string, values []ast.Expr) {
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) || text[i+1] == ' ' {
			w.write(text[i : i+1])
			continue
		}
		for i++; i < len(text)-1 && strings.IndexByte("-+#0123456789.", text[i]) >= 0; i++ {
		}
		if text[i] == '%' {
			w.write("%")
			continue
		}
		name := "value"
		if len(values) > 0 {
			name, values = nameOf(values[0]), values[1:]
		}
		w.placeholder(name)
	}
}

func (w *sentenceWriter) write(text string) {
	w.text.WriteString(text)
	w.fixed.WriteString(text)
}

// placeholder writes a placeholder for a value, under a name that no other
// has.
func (w *sentenceWriter) placeholder(name string) {
	unique := name
	for n := 2; slices.Contains(w.names, unique); n++ {
		unique = name + strconv.Itoa(n)
	}
	w.names = append(w.names, unique)
	w.text.WriteString("{" + unique + "}")
}

// nameOf returns what a translator would call a value: points, hand for
// hand.name, or the name of the function that returns it.
func nameOf(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.IdentExpr:
		return x.Value
	case *ast.AttrGetExpr:
		key, named := x.Key.(*ast.StringExpr)
		owner, direct := x.Object.(*ast.IdentExpr)
		switch {
		case named && direct && (key.Value == "name" || key.Value == "text"):
			return owner.Value
		case named:
			return key.Value
		}
		return nameOf(x.Object)
	case *ast.FuncCallExpr:
		if x.Func != nil {
			return nameOf(x.Func)
		}
		return x.Method
	}
	return "value"
}

// isProse reports whether a text is for people. Names in scripts have neither
// capitals nor blanks; words such as IDLE have no lower-case letters.
func isProse(text string) bool {
	if !strings.ContainsFunc(text, unicode.IsLower) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) || strings.Contains(strings.TrimSpace(text), " ")
}
