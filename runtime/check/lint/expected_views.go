package lint

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// expectedViews finds tests that expect a value of another type than a view has,
// such as a number with a unit.
func expectedViews(p *pass) {
	t := &typeChecker{pass: p, fields: map[string]analysis.StaticKind{}, layout: p.game.Table(p.game.MinPlayers).Layout}
	kinds := map[string]analysis.StaticKind{}
	for _, v := range p.game.Views {
		kind := t.kind(v.Value.Program.Facts().Result, rules.Code{Owner: p.game.Definition})
		if slices.Contains([]analysis.StaticKind{analysis.StaticNumber, analysis.StaticText, analysis.StaticBoolean}, kind) {
			kinds[v.Name] = kind
		}
	}
	if len(kinds) == 0 {
		return
	}
	t.views = map[string]diag.List{}
	for _, n := range p.index.notes {
		if !slices.ContainsFunc(n.expected, func(e expectation) bool { return e.contradicts(kinds) }) {
			continue
		}
		for _, test := range n.of.Data.All("tests") {
			for _, step := range append(test.All("steps"), test) {
				for _, f := range fieldsOf(step.Get("expect")) {
					t.expected(f, kinds)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.views)) {
		all := t.views[name]
		if n := len(all); n > maxPerView {
			all = diag.List{all[0].WithNote(all[0].Place, "%d other places in tests have this problem too", n-1)}
		}
		for _, problem := range all {
			t.report(problem)
		}
	}
}

// maxPerView is the maximum number of tests that are each reported for one view. Beyond
// it, the view is probably wrong and is reported once.
const maxPerView = 3

// expectation is the kind of value that a test expects under a name.
type expectation struct {
	name string
	kind analysis.StaticKind
}

func expectationOf(f def.Field) expectation {
	name, _, _ := strings.Cut(f.Key, "@")
	n := f.Value
	if is := n.Get("is"); is != nil {
		n = is
	}
	return expectation{name, nodeKind(n)}
}

// contradicts reports whether a view of that name has another kind of value.
func (e expectation) contradicts(kinds map[string]analysis.StaticKind) bool {
	want := kinds[e.name]
	return want != analysis.StaticUnknown && e.kind != analysis.StaticUnknown && e.kind != want && e.kind != analysis.StaticTable
}

// expected checks a value that a test expects of a view.
func (t *typeChecker) expected(f def.Field, kinds map[string]analysis.StaticKind) {
	e := expectationOf(f)
	if !e.contradicts(kinds) {
		return
	}
	n, name, want, got := f.Value, e.name, kinds[e.name], e.kind
	if is := n.Get("is"); is != nil {
		n = is
	}
	p := diag.New("test/invalid", n.Place(), "the view %s is %s, not %s", name, kindWord(want), kindWord(got))
	switch want {
	case analysis.StaticNumber:
		p = p.WithHint("write a number, without quotes or a unit")
	case analysis.StaticBoolean:
		p = p.WithHint("write true or false, without quotes")
	}
	t.views[name] = append(t.views[name], p)
}

func fieldsOf(n *def.Node) []def.Field {
	if n == nil {
		return nil
	}
	return n.Fields()
}
