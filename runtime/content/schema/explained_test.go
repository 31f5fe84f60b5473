package schema

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/yaml"
)

// explained returns all problems of a definition whose kind has a schema with some
// properties beside kind and id.
func explained(t *testing.T, properties, text string) string {
	t.Helper()
	kinds, problems := New(map[string]Source{"thing": {Path: "thing.schema.json", Text: fmt.Appendf(nil,
		`{"type": "object", "properties": {"kind": {}, "id": {}, %s}, "additionalProperties": false}`, properties)}})
	nodes, unread, _ := yaml.Read("f", []byte("kind: thing\nid: x\n"+text))
	if len(problems) > 0 || len(nodes) != 1 || len(unread) > 0 {
		t.Fatal(problems, unread)
	}
	var out strings.Builder
	for _, d := range kinds.Check("thing", nodes[0]) {
		fmt.Fprintf(&out, "%d:%d+%d %s: %s", d.Place.Line, d.Place.Column, d.Place.Length, d.Code, d.Message)
		if !d.Hint.IsZero() {
			fmt.Fprintf(&out, "; %s", d.Hint)
		}
		for _, e := range d.Edits {
			fmt.Fprintf(&out, " (%d:%d %s for %s)", e.Place.Line, e.Place.Column, e.New, e.Old)
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

// TestKeysIndentedTooDeep checks that a key of the definition below another key is
// recognized by its name and value, unless the definition has it.
func TestKeysIndentedTooDeep(t *testing.T) {
	const properties = `"tags": {"type": "array", "items": {"type": "string"}}, "price": {"type": "integer"}, "data": {"type": "object", "additionalProperties": {"type": "integer"}}, "look": {"type": "object", "properties": {"color": {}}, "additionalProperties": false}, "any": {"anyOf": [{"type": "object", "patternProperties": {"^[a-z]": {"type": "integer"}}}, {"type": "string"}]}`
	for _, c := range []struct{ text, want string }{
		{"data: {a: 1, tags: [x]}\n", `3:14+4 content/unknown-key: tags is a key of the definition, but is indented below another key; indent it like kind:, and what is below it by as much less
`},
		{"data: {a: x, tags: [1]}\n", `3:11+1 content/type: a must be a whole number, not the text "x"
3:20+0 content/type: tags must be a whole number, not a list
`},
		{"tags: [y]\ndata: {tags: [x]}\n", `4:14+0 content/type: tags must be a whole number, not a list
`},
		{"data: {price: 1}\n", ``},
		{"look: {tags: [x], color: 1}\n", `3:8+4 content/unknown-key: tags is a key of the definition, but is indented below another key; indent it like kind:, and what is below it by as much less
`},
		{"look: {tags: [1], price: 1}\n", `3:8+4 content/unknown-key: unknown key "tags"; known: color
3:19+5 content/unknown-key: unknown key "price"; known: color
`},
		{"tags: []\nlook: {tags: [x]}\n", `4:8+4 content/unknown-key: unknown key "tags"; known: color
`},
		{"any: {tags: [x]}\n", `3:7+4 content/unknown-key: tags is a key of the definition, but is indented below another key; indent it like kind:, and what is below it by as much less
`},
		{"any: {a: 1, tags: 1, b: c}\n", `3:25+1 content/type: b must be a whole number, not the text "c"
`},
	} {
		if got := explained(t, properties, c.text); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestListsWithoutBracketsAreExplained checks the remedies for lists without brackets or
// commas.
func TestListsWithoutBracketsAreExplained(t *testing.T) {
	const properties = `"room": {"type": "object", "properties": {"of": {}, "start": {}}, "additionalProperties": false}, "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}}`
	for _, c := range []struct{ text, want string }{
		{"room: {start: bard, cook}\n", `3:21+4 content/unknown-key: unknown key "cook"; if it belongs to start, write a list in brackets: start: [bard, cook]
`},
		{"room: {cook, start: bard}\n", `3:8+4 content/unknown-key: unknown key "cook"; known: of
`},
		{"room: {start: bard,\n  cook}\n", `4:3+4 content/unknown-key: unknown key "cook"; known: of
`},
		{"room: {of: a, start: bard, cook: 1}\n", `3:28+4 content/unknown-key: unknown key "cook"
`},
		{"room: {start: 3, cook}\n", `3:18+4 content/unknown-key: unknown key "cook"; known: of
`},
		{"room: {start: [bard], cook}\n", `3:23+4 content/unknown-key: unknown key "cook"; known: of
`},
		{"room: {start: (bard, cook)}\n", `3:22+5 content/unknown-key: unknown key "cook)"; if it belongs to start, write a list in brackets: start: [bard, cook]
`},
		{"room: {start: bard, cook, thief}\n", `3:21+4 content/unknown-key: unknown key "cook"; if it belongs to start, write a list in brackets: start: [bard, cook]
3:27+5 content/unknown-key: unknown key "thief"; known: of
`},
		{"room: {strat: bard, cook}\n", `3:8+5 content/unknown-key: unknown key "strat"; did you mean "start"? (3:8 start for strat)
3:21+4 content/unknown-key: unknown key "cook"; if it belongs to strat, write a list in brackets: strat: [bard, cook]
`},
		{"tags: [a b, \"a, b\", A b, a;b|c, a and b]\n", `3:8+3 content/pattern: tags[0] cannot be "a b"; separate the items with commas: [a, b]
3:13+6 content/pattern: tags[1] cannot be "a, b"; separate the items with commas: [a, b]
3:21+3 content/pattern: tags[2] cannot be "A b"; it must match ^[a-z]+$
3:26+5 content/pattern: tags[3] cannot be "a;b|c"; separate the items with commas: [a, b, c]
3:33+7 content/pattern: tags[4] cannot be "a and b"; separate the items with commas: [a, b]
`},
		{"tags: a b\n", `3:7+3 content/type: tags must be a list, not the text "a b"; write it as a list: [a, b]
`},
		{"tags: \"(a; b)\"\n", `3:7+8 content/type: tags must be a list, not the text "(a; b)"; write it as a list: [a, b]
`},
		{"tags: A b\n", `3:7+3 content/type: tags must be a list, not the text "A b"; write it as a list: [A b]
`},
		{"tags: 3\n", `3:7+1 content/type: tags must be a list, not 3; write it as a list: [3]
`},
	} {
		if got := explained(t, properties, c.text); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestAlternativesAreExplained checks the problems of values that fit no alternative,
// however few there are.
func TestAlternativesAreExplained(t *testing.T) {
	const properties = `"either": {"anyOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}}, {"required": ["b"], "properties": {"b": {"type": "integer"}}}]}, "one": {"oneOf": [{"type": "string"}]}, "any": {"anyOf": [{"minimum": 3}]}, "red": {"enum": ["red"]}, "three": {"enum": [3.0], "minimum": 5}, "open": {"properties": {"price": {"description": "The price."}}, "required": ["price"]}, "first": {"properties": {"colour": {}}, "additionalProperties": false}, "later": {"anyOf": [{"required": ["colour"]}, {"required": ["size"]}]}`
	for _, c := range []struct{ text, want string }{
		{"either: {a: x}\n", `3:13+1 content/type: a must be a whole number, not the text "x"
`},
		{"either: {}\n", `3:9+0 content/missing-key: either lacks the key "a"
`},
		{"either: {a: x, b: y}\n", `3:13+1 content/type: a must be a whole number, not the text "x"
`},
		{"one: 1\n", `3:6+1 content/type: one must be a text, not 1; put quotes around it: "1" (3:6 "1" for 1)
`},
		{"any: 1\n", `3:6+1 content/range: any is 1, but must be at least 3
`},
		{"red: rad\n", `3:6+3 content/enum: red is "rad", but must be red; did you mean "red"? (3:6 red for rad)
`},
		{"three: 3\n", `3:8+1 content/range: three is 3, but must be at least 5
`},
		{"three: 6\n", `3:8+1 content/enum: three is 6, but must be 3
`},
		{"open: {prise: 1}\n", `3:7+0 content/missing-key: open lacks the key "price"; The price.
`},
		{"first: {colour: 1}\nlater: {color: 1}\n", `4:8+0 content/missing-key: one of the keys "colour" or "size" is missing
`},
		{"later: {size: 1}\nred: 1\nany: x\n", `4:6+1 content/enum: red is 1, but must be red
`},
		{"first: {color: 1, coluor: 2, colour: 3}\n", `3:9+5 content/unknown-key: unknown key "color"; did you mean "colour"?
3:19+6 content/unknown-key: unknown key "coluor"; did you mean "colour"?
`},
	} {
		if got := explained(t, properties, c.text); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestWrongTypesAreExplained checks the problems and remedies of values of another type
// than the schema asks for.
func TestWrongTypesAreExplained(t *testing.T) {
	const properties = `"n": {"type": "integer"}, "f": {"type": "boolean"}, "w": {"type": ["string", "integer"]}, "m": {"type": "object", "minProperties": 2}, "l": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number", "exclusiveMinimum": 0}}`
	for _, c := range []struct{ text, want string }{
		{"n: no\n", `3:4+2 content/type: n must be a whole number, not the text "no"
`},
		{"n: yes\nf: \"yes\"\n", `3:4+3 content/type: n must be a whole number, not the text "yes"
4:4+5 content/type: f must be true or false, not the text "yes"; write true (4:4 true for yes)
`},
		{"n: \"-3\"\nf: \"off\"\n", `3:4+4 content/type: n must be a whole number, not the text "-3"; remove the quotes (3:4 -3 for -3)
4:4+5 content/type: f must be true or false, not the text "off"; write false (4:4 false for off)
`},
		{"n: -2.5\nf: 1\n", `3:4+4 content/type: n must be a whole number, not -2.5; write -3 or -2
4:4+1 content/type: f must be true or false, not 1
`},
		{"w: 2.5\n", `3:4+3 content/type: w must be a whole number or a text, not 2.5; write 2 or 3
`},
		{"w: true\n", `3:4+4 content/type: w must be a whole number or a text, not true; put quotes around it: "true" (3:4 "true" for true)
`},
		{"m: [a]\nl: {a: 1}\n", `3:4+0 content/type: m must be a mapping, not a list; write "key: value" lines without "- ", or {key: value}
4:4+0 content/type: l must be a list, not a mapping; start each entry of the list with "- "
`},
		{"m: {a: 1}\nl: [1]\n", `3:4+0 content/range: m has 1 entry, but needs at least 2
4:4+0 content/range: l has 1 entry, but needs at least 2
`},
		{"l: [0, -1, \"2\"]\nm: {}\n", `3:4+0 content/range: l has 3 entries, but can have at most 2
3:5+1 content/range: l[0] is 0, but must be above 0
3:8+2 content/range: l[1] is -1, but must be above 0
3:12+3 content/type: l[2] must be a number, not the text "2"; remove the quotes (3:12 2 for 2)
4:4+0 content/range: m has 0 entries, but needs at least 2
`},
		{"n:\nf: ~\nl: x\n", `3:3+0 content/type: n must be a whole number, not nothing; write a value after the colon, or remove the key
4:4+1 content/type: f must be true or false, not nothing; write a value after the colon, or remove the key
5:4+1 content/type: l must be a list, not the text "x"; write it as a list: [x]
`},
		{"N: 1\nff: true\nnn: 2\nz: 1\n", `3:1+1 content/unknown-key: unknown key "N"; did you mean "n"?
4:1+2 content/unknown-key: unknown key "ff"; did you mean "f"?
5:1+2 content/unknown-key: unknown key "nn"; did you mean "n"?
6:1+1 content/unknown-key: unknown key "z"; did you mean "f"?
`},
		{"n: 9007199254740993.0\n", ``},
		{"n: \"9007199254740993\"\n", `3:4+18 content/type: n must be a whole number, not the text "9007199254740993"
`},
	} {
		if got := explained(t, properties, c.text); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestFirstFaultOfASchema checks the problem of schemas that are too large by one
// part, lack the property of a trait, or have several problems.
func TestFirstFaultOfASchema(t *testing.T) {
	const start = `{"type": "object", "properties": {"kind": {}, "id": {"$ref": "envelope.schema.json#/definitions/id"}`
	for text, want := range map[string]string{
		start + large(97, 200) + "}":                             "",
		start + `, "a": {}` + large(97, 200) + "}":               "thing.schema.json:1:1: error: the schema is too large with its references written out (20001 parts, at most 20000) [schema/forbidden]",
		start + `}, "traits": ["hp"]}`:                           "thing.schema.json:1:115: error: the trait hp needs the property hp [schema/invalid]; copy it from the schema of the built-in kind enemy",
		start + `, "a": {"enum": []}, "b": {"minLength": "x"}}}`: "thing.schema.json:1:117: error: properties.a.enum is not a draft-07 schema: minimum 1 items required, but found 0 items [schema/invalid]",
	} {
		_, problems := New(map[string]Source{"thing": {Path: "thing.schema.json", Text: []byte(text)}})
		if got := problems.Error(); got != want {
			t.Errorf("%.120s:\n got %s\nwant %s", text, got, want)
		}
	}
}
