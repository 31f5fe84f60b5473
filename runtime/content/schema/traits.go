package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// trait is a meaning that the engine gives to kinds whose schema lists it.
type trait struct {
	name string
	// from is the built-in kind whose schema defines the fields, whatever the
	// schema of the kind itself allows.
	from   string
	fields []string
	// needs are the fields of which the schema of the kind must have at least
	// one.
	needs []string
}

// traits are all traits, in the order in which kinds take their properties.
var traits = []trait{
	{def.DieTrait, "die", []string{"sides", "faces", "color"}, []string{"sides", "faces"}},
	{def.CardTrait, "card", nil, nil},
	{def.HealthTrait, "enemy", []string{"hp"}, []string{"hp"}},
}

// traitsKey is the keyword of a schema that lists traits.
const traitsKey = "traits"

// Traits returns the traits of a kind. Callers must not change the slice.
func (k *Kinds) Traits(kind string) []string { return k.traits[kind] }

// BuiltIn reports whether a kind is built in.
func (k *Kinds) BuiltIn(kind string) bool { return k.builtIn[kind] }

// takeTraits records the traits of a built-in schema.
func (k *Kinds) takeTraits(kind string, text []byte) error {
	var s struct{ Traits []string }
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	k.traits[kind] = s.Traits
	return nil
}

// checkTraits validates the fields that traits use.
func (k *Kinds) checkTraits(kind string, n *def.Node) (problems diag.List) {
	for _, name := range k.traits[kind] {
		for field, s := range k.fields.traits[name] {
			if value := n.Get(field); value != nil {
				problems = append(problems, validate(s, value)...)
			}
		}
	}
	return problems
}

// traits reads the traits that the schema of a pack lists.
func (g *guard) traits(root *def.Node) (out []string) {
	listed := root.Get(traitsKey)
	if listed == nil {
		return nil
	}
	var known []string
	for _, t := range traits {
		known = append(known, t.name)
	}
	if listed.Type() != def.List {
		g.problems = append(g.problems, diag.New("schema/invalid", listed.Place(), "traits must be a list of %s, not %s", strings.Join(known, ", "), listed.Type()))
		return nil
	}
	for _, n := range listed.Items() {
		i := slices.Index(known, n.Text())
		if i < 0 {
			g.problems = append(g.problems, diag.New("schema/invalid", n.Place(), "unknown trait %q", n.Text()).Suggest(n.Text(), known))
			continue
		}
		has := func(field string) bool { return root.Get("properties").Get(field) != nil }
		if needs := traits[i].needs; len(needs) > 0 && !slices.ContainsFunc(needs, has) {
			g.problems = append(g.problems, diag.New("schema/invalid", n.Place(), "the trait %s needs the property %s", n.Text(), strings.Join(needs, " or ")).
				WithHint("copy it from the schema of the built-in kind %s", traits[i].from))
		}
		out = append(out, n.Text())
	}
	return out
}
