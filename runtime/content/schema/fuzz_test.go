package schema

import (
	"testing"

	"sleight/runtime/content/yaml"
)

// FuzzSchema checks that compiling any pack's schema and validating against it
// terminates, and every problem has a place.
func FuzzSchema(f *testing.F) {
	for _, seed := range []string{
		`{"properties": {"kind": {}, "id": {}, "x": {"$ref": "#/definitions/a"}}, "definitions": {"a": {"anyOf": [{"type": "string"}, {"required": ["b"]}]}}}`,
		`{"properties": {"kind": {"const": "thing"}, "id": {"$ref": "envelope.schema.json#/definitions/id"}}, "if": {"required": ["x"]}, "then": {"oneOf": [{"required": ["y"]}, {"minProperties": 9}]}}`,
		`{"properties": {"kind": {}, "id": {"pattern": "^x", "not": {"enum": [1, "x"]}}, "x": {"items": {"multipleOf": 0.1}}}, "patternProperties": {"^y": false}, "additionalProperties": false}`,
	} {
		f.Add([]byte(seed), []byte("kind: thing\nid: x\nx: {b: 1}\n"))
		f.Add([]byte(seed), []byte("kind: thing\nid: y\nx: [1, 2.5, 1e300]\nyy: 1\n"))
	}
	f.Fuzz(func(t *testing.T, schema, content []byte) {
		kinds, problems := New(map[string]Source{"thing": {Path: "thing.schema.json", Text: schema}})
		if !kinds.Has("thing") != problems.Failed() {
			t.Fatalf("the kind can be used: %v, with %v", kinds.Has("thing"), problems)
		}
		nodes, unread := yaml.Parse("f", content)
		for _, n := range nodes {
			if kinds.Has("thing") {
				problems = append(problems, kinds.Check("thing", n)...)
			}
		}
		for _, d := range problems {
			if d.Code == "engine/internal" || d.Place.File == "" {
				t.Errorf("%v", d)
			}
		}
		if !kinds.Has("thing") {
			return
		}
		g, s := kinds.kinds["thing"]().fast, kinds.kinds["thing"]().schema
		if len(unread) > 0 || g == nil {
			return
		}
		for _, n := range nodes {
			if err := s.Validate(jsonValue(n)); g.accepts(n) != (err == nil) {
				t.Errorf("the fast schema says %v, the library %v", g.accepts(n), err)
			}
		}
	})
}
