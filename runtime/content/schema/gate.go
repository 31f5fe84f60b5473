package schema

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
)

// gate is a compiled schema that validates a node without converting it to
// other values. It does not explain faults: then the library is used. A schema
// with a keyword that gates do not support has no gate.
type gate struct {
	schema *jsonschema.Schema
	ref    *gate
	// types has a bit for each allowed def.Type; 0 allows all. integer allows
	// whole numbers.
	types   uint8
	integer bool

	// values are the only allowed values; if empty, all are allowed.
	values []def.Node

	not, when, then, otherwise *gate
	allOf, anyOf, oneOf        []*gate

	properties map[string]*gate
	patterns   map[*regexp.Regexp]*gate
	names      *gate
	additional *gate
	closed     bool // no additional properties
	items      *gate
	lowest     bound
	highest    bound
	above      bound
	below      bound
}

// bound is an optional number.
type bound struct {
	there  bool
	number float64
}

// gater compiles schemas to gates.
type gater struct {
	made map[*jsonschema.Schema]*gate
	// strange is set once a keyword is found that gates do not support.
	strange bool
}

// newGate returns the gate of a schema, or nil.
func newGate(s *jsonschema.Schema) *gate {
	g := &gater{made: map[*jsonschema.Schema]*gate{}}
	out := g.gate(s)
	if g.strange {
		return nil
	}
	return out
}

// unknownTo reports whether the schema has keywords that gates do not support.
func unknownTo(s *jsonschema.Schema) bool {
	return s.Format != "" || s.RecursiveRef != nil || s.DynamicRef != nil || s.RegexProperties ||
		len(s.Dependencies)+len(s.DependentRequired)+len(s.DependentSchemas)+len(s.PrefixItems)+len(s.Extensions) > 0 ||
		s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil || s.Items2020 != nil || s.Contains != nil ||
		s.UniqueItems || s.MultipleOf != nil || s.ContentEncoding != "" || s.ContentMediaType != "" || s.ContentSchema != nil
}

func (g *gater) gate(s *jsonschema.Schema) *gate {
	if s == nil {
		return nil
	}
	if known, ok := g.made[s]; ok {
		return known
	}
	out := &gate{schema: s, closed: s.AdditionalProperties == false}
	g.made[s] = out
	g.strange = g.strange || unknownTo(s)
	for _, t := range s.Types {
		g.addType(out, t)
	}
	if s.Constant != nil {
		out.values = []def.Node{g.scalar(s.Constant[0])}
	}
	for _, v := range s.Enum {
		out.values = append(out.values, g.scalar(v))
	}
	g.strange = g.strange || s.Constant != nil && s.Enum != nil
	out.ref, out.not = g.gate(s.Ref), g.gate(s.Not)
	out.when, out.then, out.otherwise = g.gate(s.If), g.gate(s.Then), g.gate(s.Else)
	out.allOf, out.anyOf, out.oneOf = g.gates(s.AllOf), g.gates(s.AnyOf), g.gates(s.OneOf)
	out.properties = map[string]*gate{}
	for name, p := range s.Properties {
		out.properties[name] = g.gate(p)
	}
	out.patterns = map[*regexp.Regexp]*gate{}
	for pattern, p := range s.PatternProperties {
		out.patterns[pattern] = g.gate(p)
	}
	out.names = g.gate(s.PropertyNames)
	if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		out.additional = g.gate(more)
	}
	switch items := s.Items.(type) {
	case nil:
	case *jsonschema.Schema:
		out.items = g.gate(items)
	default:
		g.strange = true
	}
	out.lowest, out.highest = g.bound(s.Minimum), g.bound(s.Maximum)
	out.above, out.below = g.bound(s.ExclusiveMinimum), g.bound(s.ExclusiveMaximum)
	return out
}

func (g *gater) gates(all []*jsonschema.Schema) []*gate {
	var out []*gate
	for _, s := range all {
		out = append(out, g.gate(s))
	}
	return out
}

func (g *gater) addType(out *gate, name string) {
	types := map[string]def.Type{
		"null": def.Null, "boolean": def.Bool, "number": def.Number, "string": def.Text, "array": def.List, "object": def.Map,
	}
	t, ok := types[name]
	switch {
	case ok:
		out.types |= 1 << t
	case name == "integer":
		out.integer = true
	default:
		g.strange = true
	}
}

// scalar converts a value of a schema to a node.
func (g *gater) scalar(value any) def.Node {
	switch v := value.(type) {
	case nil:
		return def.Node{Type: def.Null}
	case bool:
		return def.Node{Type: def.Bool, Bool: v}
	case string:
		return def.Node{Type: def.Text, Text: v}
	case json.Number:
		if number, err := v.Float64(); err == nil {
			return def.Node{Type: def.Number, Number: number}
		}
	}
	g.strange = true
	return def.Node{}
}

func (g *gater) bound(r *big.Rat) bound {
	if r == nil {
		return bound{}
	}
	number, exact := r.Float64()
	g.strange = g.strange || !exact
	return bound{true, number}
}

// admits reports whether a node is valid.
func (g *gate) holds(n *def.Node) bool {
	s := g.schema
	switch {
	case s.Always != nil && !*s.Always:
		return false
	case (g.types != 0 || g.integer) && g.types&(1<<n.Type) == 0 && !(g.integer && n.Type == def.Number && n.Number == math.Trunc(n.Number)):
		return false
	case g.ref != nil && !g.ref.holds(n):
		return false
	case len(g.values) > 0 && !g.listed(n):
		return false
	}
	return g.combined(n) && g.shaped(n)
}

func (g *gate) listed(n *def.Node) bool {
	for _, v := range g.values {
		if v.Type == n.Type && v.Text == n.Text && v.Number == n.Number && v.Bool == n.Bool {
			return true
		}
	}
	return false
}

// combined checks the keywords that refer to other schemas.
func (g *gate) combined(n *def.Node) bool {
	if g.not != nil && g.not.holds(n) {
		return false
	}
	for _, each := range g.allOf {
		if !each.holds(n) {
			return false
		}
	}
	if len(g.anyOf) > 0 && count(g.anyOf, n) == 0 || len(g.oneOf) > 0 && count(g.oneOf, n) != 1 {
		return false
	}
	if g.when == nil {
		return true
	}
	next := g.otherwise
	if g.when.holds(n) {
		next = g.then
	}
	return next == nil || next.holds(n)
}

func count(all []*gate, n *def.Node) int {
	held := 0
	for _, g := range all {
		if g.holds(n) {
			held++
		}
	}
	return held
}

// shaped checks the keywords for values of one type.
func (g *gate) shaped(n *def.Node) bool {
	s := g.schema
	switch n.Type {
	case def.Number:
		return !(g.lowest.there && n.Number < g.lowest.number || g.highest.there && n.Number > g.highest.number ||
			g.above.there && n.Number <= g.above.number || g.below.there && n.Number >= g.below.number)
	case def.Text:
		if s.MinLength >= 0 || s.MaxLength >= 0 {
			length := utf8.RuneCountInString(n.Text)
			if s.MinLength >= 0 && length < s.MinLength || s.MaxLength >= 0 && length > s.MaxLength {
				return false
			}
		}
		return s.Pattern == nil || s.Pattern.MatchString(n.Text)
	case def.List:
		if within(len(n.Items), s.MinItems, s.MaxItems) {
			for _, item := range n.Items {
				if g.items != nil && !g.items.holds(item) {
					return false
				}
			}
			return true
		}
		return false
	case def.Map:
		return g.fields(n)
	}
	return true
}

// within reports whether a count is between two bounds; a bound of −1 is
// ignored.
func within(n, least, most int) bool { return (least < 0 || n >= least) && (most < 0 || n <= most) }

func (g *gate) fields(n *def.Node) bool {
	s := g.schema
	if !within(len(n.Fields), s.MinProperties, s.MaxProperties) {
		return false
	}
	for _, key := range s.Required {
		if n.Get(key) == nil {
			return false
		}
	}
	for i := range n.Fields {
		if !g.field(&n.Fields[i]) {
			return false
		}
	}
	return true
}

func (g *gate) field(f *def.Field) bool {
	if g.names != nil && !g.names.holds(&def.Node{Type: def.Text, Text: f.Key}) {
		return false
	}
	property, known := g.properties[f.Key]
	if known && !property.holds(f.Value) {
		return false
	}
	for pattern, each := range g.patterns {
		if pattern.MatchString(f.Key) {
			known = true
			if !each.holds(f.Value) {
				return false
			}
		}
	}
	return known || !g.closed && (g.additional == nil || g.additional.holds(f.Value))
}
