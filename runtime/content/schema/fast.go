package schema

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
)

// fastSchema is a compiled schema that validates a node without converting it to other
// values. It only reports whether a node is valid. A schema with an unsupported
// keyword has no fastSchema.
type fastSchema struct {
	schema *jsonschema.Schema
	ref    *fastSchema
	// types has a bit for each allowed def.Type; 0 allows all. integer allows
	// whole numbers.
	types   uint8
	integer bool

	// values are the only allowed values; if empty, all are allowed.
	values []def.Node

	not, when, then, otherwise *fastSchema
	allOf, anyOf, oneOf        []*fastSchema

	properties map[string]*fastSchema
	patterns   map[*regexp.Regexp]*fastSchema
	names      *fastSchema
	additional *fastSchema
	closed     bool // no additional properties
	items      *fastSchema
	lowest     bound
	highest    bound
	above      bound
	below      bound
}

// bound is an optional number.
type bound struct {
	set    bool
	number float64
}

// fastCompiler compiles schemas to values of type fastSchema.
type fastCompiler struct {
	compiled map[*jsonschema.Schema]*fastSchema
	// unsupported is set once an unsupported keyword is found.
	unsupported bool
}

// newFastSchema compiles a schema. It returns nil if the schema has an unsupported
// keyword.
func newFastSchema(s *jsonschema.Schema) *fastSchema {
	g := &fastCompiler{compiled: map[*jsonschema.Schema]*fastSchema{}}
	out := g.compile(s)
	if g.unsupported {
		return nil
	}
	return out
}

// hasUnsupported reports whether the schema has unsupported keywords.
func hasUnsupported(s *jsonschema.Schema) bool {
	return s.Format != "" || s.RecursiveRef != nil || s.DynamicRef != nil || s.RegexProperties ||
		len(s.Dependencies)+len(s.DependentRequired)+len(s.DependentSchemas)+len(s.PrefixItems)+len(s.Extensions) > 0 ||
		s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil || s.Items2020 != nil || s.Contains != nil ||
		s.UniqueItems || s.MultipleOf != nil || s.ContentEncoding != "" || s.ContentMediaType != "" || s.ContentSchema != nil
}

func (g *fastCompiler) compile(s *jsonschema.Schema) *fastSchema {
	if s == nil {
		return nil
	}
	if known, ok := g.compiled[s]; ok {
		return known
	}
	out := &fastSchema{schema: s, closed: s.AdditionalProperties == false}
	g.compiled[s] = out
	g.unsupported = g.unsupported || hasUnsupported(s)
	for _, t := range s.Types {
		g.addType(out, t)
	}
	if s.Constant != nil {
		out.values = []def.Node{g.scalar(s.Constant[0])}
	}
	for _, v := range s.Enum {
		out.values = append(out.values, g.scalar(v))
	}
	g.unsupported = g.unsupported || s.Constant != nil && s.Enum != nil
	out.ref, out.not = g.compile(s.Ref), g.compile(s.Not)
	out.when, out.then, out.otherwise = g.compile(s.If), g.compile(s.Then), g.compile(s.Else)
	out.allOf, out.anyOf, out.oneOf = g.compileAll(s.AllOf), g.compileAll(s.AnyOf), g.compileAll(s.OneOf)
	out.properties = map[string]*fastSchema{}
	for name, p := range s.Properties {
		out.properties[name] = g.compile(p)
	}
	out.patterns = map[*regexp.Regexp]*fastSchema{}
	for pattern, p := range s.PatternProperties {
		out.patterns[pattern] = g.compile(p)
	}
	out.names = g.compile(s.PropertyNames)
	if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		out.additional = g.compile(more)
	}
	switch items := s.Items.(type) {
	case nil:
	case *jsonschema.Schema:
		out.items = g.compile(items)
	default:
		g.unsupported = true
	}
	out.lowest, out.highest = g.bound(s.Minimum), g.bound(s.Maximum)
	out.above, out.below = g.bound(s.ExclusiveMinimum), g.bound(s.ExclusiveMaximum)
	return out
}

func (g *fastCompiler) compileAll(all []*jsonschema.Schema) []*fastSchema {
	var out []*fastSchema
	for _, s := range all {
		out = append(out, g.compile(s))
	}
	return out
}

func (g *fastCompiler) addType(out *fastSchema, name string) {
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
		g.unsupported = true
	}
}

// scalar converts a value of a schema to a node.
func (g *fastCompiler) scalar(value any) (out def.Node) {
	switch v := value.(type) {
	case nil:
	case bool:
		out.SetBool(v)
	case string:
		out.SetText(v, 0, 0)
	case json.Number:
		number, err := v.Float64()
		g.unsupported = g.unsupported || err != nil
		out.SetNumber(number)
	default:
		g.unsupported = true
	}
	return out
}

func (g *fastCompiler) bound(r *big.Rat) bound {
	if r == nil {
		return bound{}
	}
	number, exact := r.Float64()
	g.unsupported = g.unsupported || !exact
	return bound{true, number}
}

// accepts reports whether a node is valid.
func (g *fastSchema) accepts(n *def.Node) bool {
	s := g.schema
	switch {
	case s.Always != nil && !*s.Always:
		return false
	case (g.types != 0 || g.integer) && g.types&(1<<n.Type()) == 0 && !(g.integer && n.Type() == def.Number && n.Number() == math.Trunc(n.Number())):
		return false
	case g.ref != nil && !g.ref.accepts(n):
		return false
	case len(g.values) > 0 && !g.isListed(n):
		return false
	}
	return g.acceptsCombined(n) && g.acceptsType(n)
}

func (g *fastSchema) isListed(n *def.Node) bool {
	for _, v := range g.values {
		if v.Type() == n.Type() && v.Text() == n.Text() && v.Number() == n.Number() && v.Bool() == n.Bool() {
			return true
		}
	}
	return false
}

// acceptsCombined checks the keywords that refer to other schemas.
func (g *fastSchema) acceptsCombined(n *def.Node) bool {
	if g.not != nil && g.not.accepts(n) {
		return false
	}
	for _, each := range g.allOf {
		if !each.accepts(n) {
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
	if g.when.accepts(n) {
		next = g.then
	}
	return next == nil || next.accepts(n)
}

func count(all []*fastSchema, n *def.Node) int {
	held := 0
	for _, g := range all {
		if g.accepts(n) {
			held++
		}
	}
	return held
}

// acceptsType checks the keywords for values of one type.
func (g *fastSchema) acceptsType(n *def.Node) bool {
	s := g.schema
	switch n.Type() {
	case def.Number:
		return !(g.lowest.set && n.Number() < g.lowest.number || g.highest.set && n.Number() > g.highest.number ||
			g.above.set && n.Number() <= g.above.number || g.below.set && n.Number() >= g.below.number)
	case def.Text:
		if s.MinLength >= 0 || s.MaxLength >= 0 {
			length := utf8.RuneCountInString(n.Text())
			if s.MinLength >= 0 && length < s.MinLength || s.MaxLength >= 0 && length > s.MaxLength {
				return false
			}
		}
		return s.Pattern == nil || s.Pattern.MatchString(n.Text())
	case def.List:
		items := n.Items()
		if !within(len(items), s.MinItems, s.MaxItems) {
			return false
		}
		return g.items == nil || !slices.ContainsFunc(items, func(item *def.Node) bool { return !g.items.accepts(item) })
	case def.Map:
		return g.fields(n)
	}
	return true
}

// within reports whether a count is between two bounds; a bound of −1 is
// ignored.
func within(n, least, most int) bool { return (least < 0 || n >= least) && (most < 0 || n <= most) }

func (g *fastSchema) fields(n *def.Node) bool {
	s := g.schema
	if !within(len(n.Fields()), s.MinProperties, s.MaxProperties) {
		return false
	}
	for _, key := range s.Required {
		if n.Get(key) == nil {
			return false
		}
	}
	for i := range n.Fields() {
		if !g.field(&n.Fields()[i]) {
			return false
		}
	}
	return true
}

// keys is a pool of nodes for keys.
var keys = sync.Pool{New: func() any { return new(def.Node) }}

// acceptsKey reports whether a key is valid.
func (g *fastSchema) acceptsKey(key string) bool {
	n := keys.Get().(*def.Node)
	defer keys.Put(n)
	n.SetText(key, 0, 0)
	return g.accepts(n)
}

func (g *fastSchema) field(f *def.Field) bool {
	if g.names != nil && !g.names.acceptsKey(f.Key) {
		return false
	}
	property, known := g.properties[f.Key]
	if known && !property.accepts(f.Value) {
		return false
	}
	for pattern, each := range g.patterns {
		if pattern.MatchString(f.Key) {
			known = true
			if !each.accepts(f.Value) {
				return false
			}
		}
	}
	return known || !g.closed && (g.additional == nil || g.additional.accepts(f.Value))
}
