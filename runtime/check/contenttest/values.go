package contenttest

import (
	"math"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// items returns the elements of a list, or a single value as a list.
func items(n *def.Node) []*def.Node {
	if n.Type() == def.List {
		return n.Items()
	}
	return []*def.Node{n}
}

// texts returns the elements of a list as words.
func texts(n *def.Node) []string {
	var out []string
	for _, item := range items(n) {
		out = append(out, show(item))
	}
	return out
}

// show formats part of a test roughly as its author wrote it.
func show(n *def.Node) string {
	var parts []string
	switch n.Type() {
	case def.List:
		for _, item := range n.Items() {
			parts = append(parts, show(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case def.Map:
		for _, f := range n.Fields() {
			parts = append(parts, f.Key+": "+show(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return rules.Literal(n).String()
}

// list joins words, or returns "nothing" if there are none.
func list(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

// quoted joins texts in quotes, or returns "nothing" if there are none.
func quoted(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return `"` + strings.Join(words, `", "`) + `"`
}

// named formats a value of the game; entities appear as their labels.
func (t *test) named(v state.Value) string {
	if v.Type == state.Ref {
		return t.session.Label(v.ID())
	}
	return v.String()
}

// entity formats an entity briefly: what it shows, or else its id.
func (t *test) entity(id state.ID) string {
	if word, ok := t.session.Face(id); ok {
		return word
	}
	if v, ok := t.session.Number(id); ok {
		return v.String()
	}
	return t.session.Definition(id).ID
}

func (t *test) entities(ids []state.ID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, t.entity(id))
	}
	return out
}

// same reports whether a value of the game equals a value in a test. A test
// names an entity by its label or by the id of its definition; the word none
// stands for nil.
func (t *test) same(got state.Value, want *def.Node) bool {
	switch got.Type {
	case state.Ref:
		return want.Type() == def.Text && (want.Text() == t.session.Label(got.ID()) || want.Text() == t.session.Definition(got.ID()).ID)
	case state.Nil:
		return want.Type() == def.Null || want.Type() == def.Text && want.Text() == "none"
	}
	if got.Type == state.Number && want.Type() == def.Number {
		return closeTo(got.Num, want.Number())
	}
	return got == rules.Literal(want)
}

// closeTo reports whether two numbers are equal up to rounding errors of
// fractions: 0.1 + 0.2 is 0.3 in a test. Whole numbers must be exactly equal.
func closeTo(a, b float64) bool {
	const share = 1e-12
	fraction := a != math.Trunc(a) || b != math.Trunc(b)
	return a == b || fraction && math.Abs(a-b) <= share*max(1, math.Abs(a), math.Abs(b))
}
