package schema

import (
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// Schemas of packs are restricted to a subset of draft-07 with bounded cost:
// references do not leave the file, except into the envelope, they have no
// cycles, and the schema with every reference expanded is not large.
const (
	maxSchemaSize = 20_000
	// envelopeSize is the size counted for a reference into the envelope.
	envelopeSize  = 500
	maxPatternLen = 200
)

// shape is the form of a keyword's value.
type shape uint8

const (
	plainShape shape = iota
	schemaShape
	schemaOrBool
	schemaList
	schemaMap
	refShape
	patternShape
)

type keyword struct {
	name  string
	shape shape
}

// keywords are those allowed in schemas of packs.
var keywords = []keyword{
	{"$schema", plainShape},
	{"$comment", plainShape},
	{"title", plainShape},
	{"description", plainShape},
	{"markdownDescription", plainShape},
	{"default", plainShape},
	{"examples", plainShape},
	{"defaultSnippets", plainShape},
	{traitsKey, plainShape},
	// What editors complete: a value is one of these names, a key declares such
	// a name, a text is Lua.
	{"names", plainShape},
	{"declares", plainShape},
	{"holds", plainShape},
	{"type", plainShape},
	{"enum", plainShape},
	{"const", plainShape},
	{"required", plainShape},
	{"minimum", plainShape},
	{"maximum", plainShape},
	{"exclusiveMinimum", plainShape},
	{"exclusiveMaximum", plainShape},
	{"multipleOf", plainShape},
	{"minLength", plainShape},
	{"maxLength", plainShape},
	{"minItems", plainShape},
	{"maxItems", plainShape},
	{"minProperties", plainShape},
	{"maxProperties", plainShape},
	{"pattern", patternShape},
	{"$ref", refShape},
	{"items", schemaShape},
	{"propertyNames", schemaShape},
	{"not", schemaShape},
	{"if", schemaShape},
	{"then", schemaShape},
	{"else", schemaShape},
	{"additionalProperties", schemaOrBool},
	{"allOf", schemaList},
	{"anyOf", schemaList},
	{"oneOf", schemaList},
	{"properties", schemaMap},
	{"patternProperties", schemaMap},
	{"definitions", schemaMap},
}

type guard struct {
	definitions *def.Node
	size        map[*def.Node]int
	open        map[*def.Node]bool
	problems    diag.List
}

// guardSchema reads a schema file and the traits it lists. It refuses what is
// not allowed in schemas of packs.
func guardSchema(f Source) (root *def.Node, listed []string, problems diag.List) {
	nodes, problems := yaml.Parse(f.Path, f.Text)
	if problems.Failed() {
		for i := range problems {
			if problems[i].Code == "content/yaml" {
				problems[i].Code = "schema/invalid"
			}
		}
		return nil, nil, problems
	}
	at := diag.Place{File: f.Path, Line: 1, Column: 1}
	if len(nodes) != 1 || nodes[0].Type() != def.Map {
		return nil, nil, diag.List{diag.New("schema/invalid", at, "a schema must be a single mapping")}
	}
	root = nodes[0]
	g := &guard{definitions: root.Get("definitions"), size: map[*def.Node]int{}, open: map[*def.Node]bool{}}
	if size := g.schema(root); size > maxSchemaSize {
		g.forbid(root.Place(), "the schema is too large with its references written out (%d parts, at most %d)", size, maxSchemaSize)
	}
	for _, key := range []string{"kind", "id"} {
		if root.Get("properties").Get(key) == nil {
			g.problems = append(g.problems, diag.New("schema/invalid", root.Place(), "the schema of a kind needs the property %q", key).
				WithHint("start from a copy of a built-in schema"))
		}
	}
	listed = g.traits(root)
	g.problems.Sort()
	return root, listed, g.problems
}

func (g *guard) forbid(at diag.Place, format string, args ...any) {
	g.problems = append(g.problems, diag.New("schema/forbidden", at, format, args...))
}

// schema checks one schema and returns its number of schemas with all
// references expanded, at most a little above maxSchemaSize.
func (g *guard) schema(n *def.Node) int {
	if size, done := g.size[n]; done {
		return size
	}
	if n.Type() == def.Bool {
		return 1
	}
	if n.Type() != def.Map {
		g.problems = append(g.problems, diag.New("schema/invalid", n.Place(), "a schema must be a mapping, not %s", n.Type()))
		return 1
	}
	if g.open[n] {
		g.forbid(n.Place(), "a reference is circular")
		return 1
	}
	g.open[n] = true
	size := 1
	for _, f := range n.Fields() {
		size = min(size+g.keyword(f), maxSchemaSize+1)
	}
	delete(g.open, n)
	g.size[n] = size
	return size
}

func (g *guard) keyword(f def.Field) int {
	names := make([]string, len(keywords))
	for i, k := range keywords {
		names[i] = k.name
	}
	i := slices.Index(names, f.Key)
	if i < 0 {
		d := diag.New("schema/forbidden", f.KeyPlace(), "schemas of packs may not use %q", f.Key)
		if near, ok := diag.Nearest(f.Key, names); ok {
			d = d.WithHint("did you mean %q?", near)
		}
		g.problems = append(g.problems, d)
		return 0
	}
	size := 0
	switch keywords[i].shape {
	case schemaShape, schemaOrBool:
		size = g.schema(f.Value)
	case schemaList:
		for _, item := range f.Value.Items() {
			size += g.schema(item)
		}
	case schemaMap:
		for _, field := range f.Value.Fields() {
			if f.Key == "patternProperties" {
				g.pattern(field.Key, field.KeyPlace())
			}
			part := g.schema(field.Value)
			if f.Key != "definitions" { // these are counted where they are used
				size += part
			}
		}
	case refShape:
		size = g.reference(f.Value)
	case patternShape:
		g.pattern(f.Value.Text(), f.Value.Place())
	case plainShape:
	}
	return size
}

func (g *guard) reference(n *def.Node) int {
	if strings.HasPrefix(n.Text(), envelopeFile+"#/definitions/") {
		return envelopeSize
	}
	name, ok := strings.CutPrefix(n.Text(), "#/definitions/")
	if !ok {
		d := diag.New("schema/forbidden", n.Place(), "schemas of packs may not refer to %q", n.Text()).
			WithHint("refer to #/definitions/NAME or to %s#/definitions/NAME", envelopeFile)
		g.problems = append(g.problems, d)
		return 0
	}
	target := g.definitions.Get(name)
	if target == nil {
		d := diag.New("schema/invalid", n.Place(), "the schema has no definition %q", name)
		var known []string
		if g.definitions != nil {
			for _, f := range g.definitions.Fields() {
				known = append(known, f.Key)
			}
		}
		g.problems = append(g.problems, d.Suggest(name, known))
		return 0
	}
	return g.schema(target)
}

func (g *guard) pattern(text string, at diag.Place) {
	if len(text) > maxPatternLen {
		g.forbid(at, "a pattern has at most %d characters", maxPatternLen)
	} else if _, err := regexp.Compile(text); err != nil {
		g.problems = append(g.problems, diag.New("schema/invalid", at, "the pattern cannot be used: %v", err))
	}
}
