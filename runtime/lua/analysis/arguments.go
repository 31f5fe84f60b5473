package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// arguments checks those arguments of an API call that are literals.
func (r *resolver) arguments(x *ast.FuncCallExpr, id *ast.IdentExpr, sig Signature) {
	at := r.src.Find(id.Line(), id.Value, false)
	least, most := sig.bounds()
	open := opens(x)
	n := len(x.Args)
	if n < least && !open {
		r.report(diag.New("script/arguments", at, "%s needs at least %d arguments, not %d", id.Value, least, n).
			WithHint("%s", r.callHint(x, id, sig)))
		return
	}
	if most >= 0 && n > most && (!open || n-1 > most) {
		r.report(diag.New("script/arguments", at, "%s takes at most %d arguments, not %d", id.Value, most, n).
			WithHint("%s", sig.usage(id.Value)))
		return
	}
	for i := range x.Args {
		r.argument(x, id, sig, i)
	}
}

// callHint returns how a function is called; for set("gold", 3), what to write instead.
func (r *resolver) callHint(x *ast.FuncCallExpr, id *ast.IdentExpr, sig Signature) string {
	if len(x.Args) > 0 && (id.Value == "set" || id.Value == "change") {
		if word, ok := x.Args[0].(*ast.StringExpr); ok {
			if whole, _ := r.qualified(word.Value); strings.HasPrefix(whole, "vars.") {
				return "for a variable, write: " + whole + " = …"
			}
		}
	}
	return sig.usage(id.Value)
}

// opens reports whether the last argument of a call may yield any number of
// values.
func opens(x *ast.FuncCallExpr) bool {
	if n := len(x.Args); n > 0 {
		switch last := x.Args[n-1].(type) {
		case *ast.FuncCallExpr:
			return !last.AdjustRet
		case *ast.Comma3Expr:
			return !last.AdjustRet
		}
	}
	return false
}

// argument checks one argument, if it is a literal.
func (r *resolver) argument(x *ast.FuncCallExpr, id *ast.IdentExpr, sig Signature, i int) {
	ref := Reference{Call: id.Value, Arg: i}
	if first, ok := x.Args[0].(*ast.IdentExpr); ok {
		ref.First = first.Value
	}
	got := r.literalArgument(&ref, id, x.Args[i])
	if got == KindText || got == KindNumber {
		r.references = append(r.references, ref)
	}
	if got == "" {
		r.prefix(ref, id, x.Args[i])
	}
	if i >= len(sig.Params) || got == "" {
		return
	}
	p := &sig.Params[i]
	r.checkLiteral(&ref, id, p, got, func() string { return sig.usage(id.Value) })
	switch table, ok := x.Args[i].(*ast.TableExpr); {
	case ok && p.Fields != nil:
		r.options(table, id, i, p.Fields)
	case ok && p.Kind == KindEntities:
		r.elements(table, id, sig)
	}
}

// prefix records the text before .. in an argument such as "hand@" .. p, which names a zone,
// or "card/" .. id, which names a kind.
func (r *resolver) prefix(ref Reference, id *ast.IdentExpr, a ast.Expr) {
	for {
		joined, ok := a.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		a = joined.Lhs
	}
	if text, ok := a.(*ast.StringExpr); ok && strings.ContainsAny(text.Value, "@/") {
		ref.Text, ref.IsText, ref.Prefix = text.Value, true, true
		ref.Place = r.src.FindText(max(id.Line(), text.Line()), text.Value)
		r.references = append(r.references, ref)
	}
}

// options checks those fields of a table of options that are literals.
func (r *resolver) options(table *ast.TableExpr, id *ast.IdentExpr, arg int, fields []Param) {
	var names []string
	for _, p := range fields {
		names = append(names, p.Name)
	}
	for _, f := range table.Fields {
		key, ok := f.Key.(*ast.StringExpr)
		if !ok {
			continue // computed, or a list item, which the call rejects
		}
		line := max(id.Line(), key.Line())
		k := slices.Index(names, key.Value)
		if k < 0 {
			r.report(diag.New("script/unknown-name", r.src.Find(line, key.Value, false), "%s has no field %q", id.Value, key.Value).
				Suggest(key.Value, names))
			continue
		}
		ref := Reference{Call: id.Value, Arg: arg, Field: key.Value}
		got := r.literalArgument(&ref, id, f.Value)
		if got == KindText || got == KindNumber {
			r.references = append(r.references, ref)
		}
		if got != "" {
			r.checkLiteral(&ref, id, &fields[k], got, func() string { return key.Value + " is " + cmp.Or(fields[k].Kind, "any value") })
		}
	}
}

// checkLiteral checks a literal argument or field, of kind got, against its
// parameter; usage is the hint.
func (r *resolver) checkLiteral(ref *Reference, id *ast.IdentExpr, p *Param, got string, usage func() string) {
	at := ref.Place
	if at.IsZero() {
		at = r.src.Find(id.Line(), id.Value, false)
	}
	switch {
	case got == kindNil && p.Optional:
	case !p.takes(got):
		hint := usage()
		if whole, _ := r.qualified(ref.Text); p.Kind == KindEntity && strings.HasPrefix(whole, "vars.") && (id.Value == "set" || id.Value == "change") {
			hint = "for a variable, write: " + whole + " = …"
		}
		switch {
		case slices.Contains(r.localNames(), ref.Text):
			hint = "remove the quotes: " + ref.Text
		case got == KindList && id.Value == "each":
			hint = "to loop over a list, write ipairs(…)"
		}
		r.report(diag.New("script/arguments", at, "%s needs %s for %s, not %s", id.Value, articled(p.Kind), p.Name, articled(got)).
			WithHint("%s", hint))
	case got == KindNumber && p.Whole && ref.Number != math.Trunc(ref.Number):
		r.report(diag.New("script/arguments", at, "%s needs a whole number for %s, not %v", id.Value, p.Name, ref.Number).
			WithHint("%s", usage()))
	case got == KindNumber && p.Low < p.High && (ref.Number < p.Low || ref.Number > p.High):
		r.report(diag.New("script/arguments", at, "%s takes %s %s, not %v", id.Value, p.Name, span(p.Low, p.High), ref.Number).
			WithHint("%s", usage()))
	}
}

// takes reports whether the parameter may be a literal of a kind.
func (p *Param) takes(got string) bool {
	switch p.Kind {
	case KindNumber, KindText, KindBoolean, KindEntity, KindList, KindFunction:
		return got == p.Kind
	case KindListOrZone, KindEntities:
		return got == KindList || got == KindText
	}
	return true
}

// elements checks the elements of a list of entities that are literals.
func (r *resolver) elements(list *ast.TableExpr, id *ast.IdentExpr, sig Signature) {
	n := 0
	for _, f := range list.Fields {
		if f.Key != nil {
			continue
		}
		n++
		var ref Reference
		got := r.literalArgument(&ref, id, f.Value)
		if got == "" || got == kindNil { // at the end, nil is not an element
			continue
		}
		at := ref.Place
		if at.IsZero() {
			at = r.src.Find(id.Line(), id.Value, false)
		}
		r.report(diag.New("script/arguments", at, "%s needs entities, but element %d of the list is %s", id.Value, n, articled(got)).
			WithHint("%s", sig.usage(id.Value)))
		return
	}
}

// kindNil is the kind of nil as an argument.
const kindNil = "nil"

// literalArgument stores a literal argument in a reference and returns its
// kind, or an empty kind if the argument is not a literal.
func (r *resolver) literalArgument(ref *Reference, id *ast.IdentExpr, a ast.Expr) string {
	switch v := a.(type) {
	case *ast.StringExpr:
		ref.Text, ref.IsText = v.Value, true
		ref.Place = r.src.FindText(max(id.Line(), v.Line()), v.Value)
		return KindText
	case *ast.NumberExpr:
		ref.Number, _ = syntax.ParseNumber(v.Value)
		ref.Place = r.src.Find(max(id.Line(), v.Line()), v.Value, false)
		return KindNumber
	case *ast.UnaryMinusOpExpr:
		kind := r.literalArgument(ref, id, v.Expr)
		if kind != KindNumber {
			return ""
		}
		ref.Number = -ref.Number
		return kind
	case *ast.NilExpr:
		return kindNil
	case *ast.TrueExpr, *ast.FalseExpr:
		return KindBoolean
	case *ast.TableExpr:
		return KindList
	case *ast.FunctionExpr:
		return KindFunction
	}
	return ""
}

// span formats the range of a number; a bound of 2^31 or beyond means none.
func span(low, high float64) string {
	text := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch {
	case high >= math.MaxInt32:
		return "from " + text(low) + " on"
	case low <= -math.MaxInt32:
		return "up to " + text(high)
	}
	return "from " + text(low) + " to " + text(high)
}

func articled(kind string) string {
	switch kind {
	case KindEntity:
		return "an " + kind
	case kindNil:
		return kind
	}
	return "a " + kind
}
