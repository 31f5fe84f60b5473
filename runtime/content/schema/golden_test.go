package schema

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/tests/golden"
)

// probe returns a kind whose schema has every keyword, and definitions of it.
func probe(t *testing.T) (*Kinds, []*def.Node) {
	t.Helper()
	text, err := os.ReadFile("testdata/probe.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	kinds, problems := New(map[string]Source{"probe": {Path: "schemas/probe.schema.json", Text: text}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	src, err := os.ReadFile("testdata/probe.yaml")
	if err != nil {
		t.Fatal(err)
	}
	nodes, problems := yaml.Parse("probe.yaml", src)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return kinds, nodes
}

// TestEveryFaultIsExplained changes definitions of a kind whose schema has
// every keyword in many ways, and compares all problems with a golden file. The
// fast schema agrees with the library on each.
func TestEveryFaultIsExplained(t *testing.T) {
	kinds, nodes := probe(t)
	compiled := kinds.kinds["probe"]()
	if compiled.fast == nil {
		t.Fatal("the kind has no fast schema")
	}
	var out strings.Builder
	seen := map[string]bool{}
	for _, n := range nodes {
		if problems := kinds.Check("probe", n); len(problems) > 0 {
			t.Errorf("%s is sound, and yet:\n%s", n.TextOr("id", ""), golden.Report(problems))
		}
		try := func() {
			problems := kinds.Check("probe", n)
			if right := compiled.schema.Validate(jsonValue(n)) == nil; compiled.fast.accepts(n) != right || right != (len(problems) == 0) {
				t.Fatalf("the fast schema says %v, the library %v, and there are %d faults in %v", compiled.fast.accepts(n), right, len(problems), jsonValue(n))
			}
			if text := golden.Report(problems); !seen[text] {
				seen[text] = true
				out.WriteString("\n" + text)
			}
		}
		changed(n, func(string, *def.Node) bool { return true }, try)
		nearly(n, try)
	}
	golden.Check(t, "testdata/probe.golden", out.String())
}

// nearly puts numbers at and around the bounds, and texts and lists of all small
// lengths, in the place of each value.
func nearly(n *def.Node, try func()) {
	var others []*def.Node
	for i := -3; i <= 10; i++ {
		others = append(others, def.NewNumber(def.Position{}, float64(i)))
	}
	for i := range 7 {
		others = append(others, def.NewText(def.Position{}, "="+strings.Repeat("ö", i)), def.NewText(def.Position{}, strings.Repeat("ö", i)))
		var list, flags []*def.Node
		for range i {
			list = append(list, def.NewNumber(def.Position{}, 4))
			flags = append(flags, def.NewBool(def.Position{}, false))
		}
		others = append(others, def.NewList(def.Position{}, list), def.NewList(def.Position{}, flags))
	}
	one, four := def.NewNumber(def.Position{}, 1), def.NewNumber(def.Position{}, 4)
	for _, keys := range [][]string{{"a"}, {"b"}, {"c"}, {"a", "b"}, {"a", "c"}, {"xa"}, {"ax", "b"}, {"a", "b", "c"}} {
		var small, large []def.Field
		for _, key := range keys {
			small = append(small, def.Field{Key: key, Value: one})
			large = append(large, def.Field{Key: key, Value: four})
		}
		others = append(others, def.NewMap(def.Position{}, small), def.NewMap(def.Position{}, large))
	}
	for _, f := range n.Fields() {
		before := *f.Value
		for _, other := range others {
			*f.Value = *other
			f.Value.SetPosition(before.Position())
			try()
		}
		*f.Value = before
	}
}

// TestFaultySchemas compares all problems of invalid schemas of packs with a
// golden file.
func TestFaultySchemas(t *testing.T) {
	var out strings.Builder
	with := func(more string) string {
		return `{"type": "object", "properties": {"kind": {}, "id": {"$ref": "envelope.schema.json#/definitions/id"}` + more
	}
	for _, c := range []struct{ kind, text string }{
		{"thing", with(`}}`)},
		{"card", with(`}}`)},
		{"thing", `{"properties": {"kind": {}}}`},
		{"thing", `[]`},
		{"thing", ``},
		{"thing", `{"a": 1}` + "\n---\n" + `{"b": 1}`},
		{"thing", `{"a": 1, "a": 2}`},
		{"thing", `{"properties": 3}`},
		{"thing", `"x"`},
		{"thing", with(`}, "type": "objekt"}`)},
		{"thing", with(`, "a": {"type": "integre"}}}`)},
		{"thing", with(`, "a": {"minimum": "3"}}}`)},
		{"thing", with(`, "a": {"pattern": "("}}}`)},
		{"thing", with(`, "a": {"pattern": "` + strings.Repeat("a", 3000) + `"}}}`)},
		{"thing", with(`, "a": {"$ref": "other.schema.json"}}}`)},
		{"thing", with(`, "a": {"$ref": "#/definitions/none"}}}`)},
		{"thing", with(`, "a": {"$ref": "#/properties/a"}}}`)},
		{"thing", with(`, "a": {"$ref": "#/definitions/b"}}, "definitions": {"b": {"$ref": "#/properties/a"}}}`)},
		{"thing", with(`, "a": {"format": "uri"}}}`)},
		{"thing", with(`, "a": {"contains": {"type": "string"}, "uniqueItems": true, "multipleOf": 2}}}`)},
		{"thing", with(`, "a": {"type": "string", "const": 3, "enum": [3, "x"]}}}`)},
		{"thing", with(`, "a": {"pattern": "` + strings.Repeat("a", 200) + `"}, "b": {"pattern": "` + strings.Repeat("a", 201) + `"}}}`)},
		{"thing", with(`}, "patternProperties": {"(": {}, "^a": true, "^b": 3}}`)},
		{"thing", with(`, "a": {"$ref": "#/definitions/b"}}, "definitions": {"b": {"not": {"$ref": "#/definitions/c"}}, "c": {"items": {"$ref": "#/definitions/b"}}}}`)},
		{"thing", with(`, "a": {"$ref": "#/definitions/bee"}}, "definitions": {"bea": {}, "c": {}}}`)},
		{"thing", with(`, "a": {"$ref": "#/definitions/b"}}, "definitions": {"b": {"$ref": "#/definitions/b"}}}`)},
		{"thing", with(`, "a": {"$ref": "envelope.schema.json#/definitions/none"}}}`)},
		{"thing", with(`, "a": {"$ref": "die.schema.json#/properties/sides"}}}`)},
		{"thing", with(`, "a": {"allOf": [{"type": "string"}, {"type": "strin"}, 3], "anyOf": []}}}`)},
		{"thing", with(`, "a": {"allOf": [{"minLength": 1}, {"minLength": "x"}], "enum": []}}}`)},
		{"thing", with(`, "a": {"minimun": 1, "zzzzz": 2}}}`)},
		{"thing", with(`, "a": {"items": {"properties": 3}, "required": "a"}}}`)},
		{"thing", with(`, "a": [` + "\n")},
		{"thing", with(large(19, 1000) + `}`)},
		{"thing", with(large(20, 1000) + `}`)},
		{"thing", with(`, "a": {"allOf": [` + strings.Repeat(`{"$ref": "envelope.schema.json#/definitions/id"},`, 38) + `{}]}}}`)},
		{"thing", with(`, "a": {"allOf": [` + strings.Repeat(`{"$ref": "envelope.schema.json#/definitions/id"},`, 39) + `{}]}}}`)},
		{"thing", with(`}, "traits": ["die"]}`)},
		{"thing", with(`}, "traits": "die"}`)},
		{"thing", with(`}, "traits": ["dice", 3]}`)},
		{"thing", with(`, "sides": {"type": "integer"}}, "traits": ["die", "card"]}`)},
		{"thing", with(`, "hp": {"type": "string"}}, "traits": ["hp"]}`)},
		{"Thing!", with(`}}`)},
		{"thing", with(`, "a": {"description": "` + strings.Repeat("x", 300_000) + `"}}}`)},
		{"thing", with(`, "a": ` + strings.Repeat(`{"items": `, 80) + "{}" + strings.Repeat("}", 80) + `}}`)},
	} {
		kinds, problems := New(map[string]Source{c.kind: {Path: "schemas/" + c.kind + ".schema.json", Text: []byte(c.text)}})
		fmt.Fprintf(&out, "\n%s %.120s: usable %v, broken %v\n%s", c.kind, c.text, kinds.Has(c.kind), kinds.Broken(c.kind), golden.Report(problems))
		if kinds.Has(c.kind) && c.kind != "card" {
			fmt.Fprintf(&out, "  keys %q\n", kinds.Keys(c.kind))
			out.WriteString(golden.Report(kinds.Check(c.kind, def.NewMap(def.Position{}, []def.Field{{Key: "id", Value: def.NewText(def.Position{}, "B!")}}))))
		}
	}
	golden.Check(t, "testdata/faulty.golden", out.String())
}

// large returns properties that refer to a definition of many parts.
func large(properties, parts int) string {
	var out strings.Builder
	for i := range properties {
		fmt.Fprintf(&out, `, "p%d": {"$ref": "#/definitions/big"}`, i)
	}
	return out.String() + `}, "definitions": {"big": {"allOf": [` + strings.Repeat(`{},`, parts-2) + `{}]}}`
}

// TestKindsAndTheirKeys checks the names of kinds, their keys and those that a
// definition may have once, with a kind of a pack among them.
func TestKindsAndTheirKeys(t *testing.T) {
	kinds, problems := New(map[string]Source{"thing": {Path: "thing.schema.json", Text: []byte(`{"type": "object", "traits": ["card", "hp"], "properties": {"kind": {}, "id": {}, "a": {}, "b": {}, "hp": {}, "upgrade": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`)}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	got := fmt.Sprintln(kinds.Names()) + fmt.Sprintln(BuiltIn().Names())
	for _, kind := range []string{"thing", "die", "card", "pack", "envelope", "none"} {
		got += fmt.Sprintf("%s: has %v, broken %v, built in %v, traits %v, keys %v\n", kind, kinds.Has(kind), kinds.Broken(kind), kinds.BuiltIn(kind), kinds.Traits(kind), kinds.Keys(kind))
		if kinds.Has(kind) {
			got += fmt.Sprintf("  of which one: %v\n", kinds.Alternatives(kind))
		}
	}
	for _, text := range []string{"hp: 3", "hp: x", "hp: -1", "name: [a]", "id: A B"} {
		nodes, _ := yaml.Parse("f", []byte("kind: thing\na: 1\n"+text+"\n"))
		got += fmt.Sprintf("%s: %v\n", text, kinds.Check("thing", nodes[0]))
	}
	golden.Check(t, "testdata/kinds.golden", got)
}
