package schema

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/yaml"
)

// values are of every type, at and beside the bounds of the schemas below.
const values = `
- null
- true
- false
- -1
- 0
- 1
- 1.5
- 2
- 3
- 9007199254740991
- ""
- a
- ab
- abc
- öö
- "7"
- []
- [a]
- [1]
- [1, 2]
- [1, 2, 3]
- [1, a]
- [a, a]
- [[1], [2]]
- {}
- {a: 1}
- {a: b}
- {b: 1}
- {a: 1, b: 2}
- {a: 1, b: 2, c: 3}
- {x1: 1}
- {x1: a}
- {a: {a: 1}}
- {a: {a: {b: x}}}
- {a: [1]}
`

// TestFastSchemasSupportTheirKeywords checks, for each keyword, that the fast schema of
// a schema accepts and rejects the same values as the library, whatever their type, and
// that schemas with unsupported keywords have no fast schema.
func TestFastSchemasSupportTheirKeywords(t *testing.T) {
	nodes, problems := yaml.Parse("values", []byte(values))
	if problems != nil {
		t.Fatal(problems)
	}
	for text, supported := range map[string]bool{
		`{}`: true, `{"type": "null"}`: true, `{"type": "boolean"}`: true, `{"type": "number"}`: true, `{"type": "integer"}`: true, `{"type": "string"}`: true,
		`{"type": "array"}`: true, `{"type": "object"}`: true, `{"type": ["integer", "string"]}`: true, `{"type": ["null", "array"]}`: true, `{"type": ["integer", "number"]}`: true,
		`{"const": 1}`: true, `{"const": "a"}`: true, `{"const": null}`: true, `{"const": false}`: true, `{"const": true}`: true, `{"const": 1.5}`: true,
		`{"enum": [1, "a", null, true]}`: true, `{"enum": ["7"]}`: true, `{"enum": [[1]]}`: false, `{"const": {"a": 1}}`: false, `{"const": 1, "enum": [1, 2]}`: false,
		`{"minimum": 1}`: true, `{"maximum": 1}`: true, `{"exclusiveMinimum": 1}`: true, `{"exclusiveMaximum": 1}`: true, `{"minimum": -1, "maximum": 2}`: true,
		`{"minimum": 0}`: true, `{"maximum": 0}`: true, `{"exclusiveMinimum": 0}`: true, `{"exclusiveMaximum": 0}`: true, `{"minimum": 1.5}`: true, `{"maximum": 0.1}`: false, `{"exclusiveMinimum": 0.3}`: false,
		`{"minLength": 0}`: true, `{"minLength": 1}`: true, `{"minLength": 2}`: true, `{"maxLength": 0}`: true, `{"maxLength": 1}`: true, `{"maxLength": 2}`: true, `{"minLength": 2, "maxLength": 2}`: true,
		`{"pattern": "^a"}`: true, `{"pattern": "b$"}`: true, `{"pattern": ""}`: true, `{"pattern": "^.{2}$"}`: true,
		`{"minItems": 0}`: true, `{"minItems": 1}`: true, `{"minItems": 2}`: true, `{"maxItems": 0}`: true, `{"maxItems": 1}`: true, `{"maxItems": 2}`: true,
		`{"items": {"type": "integer"}}`: true, `{"items": {"items": {"type": "integer"}}}`: true, `{"items": false}`: true, `{"items": [{"type": "string"}]}`: false,
		`{"minProperties": 0}`: true, `{"minProperties": 1}`: true, `{"minProperties": 2}`: true, `{"maxProperties": 0}`: true, `{"maxProperties": 1}`: true, `{"maxProperties": 2}`: true,
		`{"required": ["a"]}`: true, `{"required": ["a", "b"]}`: true, `{"properties": {"a": {"type": "integer"}}}`: true, `{"properties": {"a": {"const": 1}}, "additionalProperties": false}`: true,
		`{"properties": {"a": {}}, "additionalProperties": {"const": 2}}`: true, `{"additionalProperties": false}`: true, `{"additionalProperties": true}`: true, `{"additionalProperties": {"type": "string"}}`: true,
		`{"patternProperties": {"^x": {"type": "integer"}}}`: true, `{"patternProperties": {"^x": {}}, "additionalProperties": false}`: true, `{"patternProperties": {"a": {"const": 1}, "^b": {"const": 2}}, "additionalProperties": {"const": 3}}`: true,
		`{"propertyNames": {"pattern": "^[ab]$"}}`: true, `{"propertyNames": {"maxLength": 1}}`: true, `{"propertyNames": {"enum": ["a", "b"]}}`: true,
		`{"allOf": [{"type": "number"}, {"minimum": 1}]}`: true, `{"anyOf": [{"type": "string"}, {"minimum": 2}]}`: true, `{"oneOf": [{"type": "integer"}, {"type": "number"}]}`: true, `{"oneOf": [{"type": "integer"}, {"minimum": 2}]}`: true,
		`{"not": {"type": "string"}}`: true, `{"not": {"required": ["a"]}}`: true, `{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "number"}}`: true,
		`{"if": {"required": ["a"]}, "then": {"required": ["b"]}}`: true, `{"if": {"required": ["a"]}, "else": {"type": "array"}}`: true, `{"if": {"type": "string"}}`: true,
		`{"$ref": "#/definitions/a", "definitions": {"a": {"type": "string"}}}`: true, `{"properties": {"a": {"$ref": "#"}}, "additionalProperties": false}`: true, `{"items": {"$ref": "#/definitions/a"}, "definitions": {"a": {"minimum": 2}}}`: true,
		`{"uniqueItems": true}`: false, `{"multipleOf": 2}`: false, `{"contains": {"type": "string"}}`: false, `{"dependencies": {"a": ["b"]}}`: false, `{"dependencies": {"a": {"maxProperties": 1}}}`: false, `{"additionalItems": false, "items": [{}]}`: false,
		`{"anyOf": [{"type": "string"}]}`: true, `{"oneOf": [{"type": "string"}]}`: true, `{"allOf": [{"uniqueItems": true}, {"type": "array"}]}`: false, `{"allOf": [{"const": 1, "enum": [1]}, {"const": 1}]}`: false,
		`{"enum": [[1], 1]}`: false, `{"enum": [1e400, 1]}`: false, `{"const": {}}`: false, `{"minimum": 0.1, "maximum": 1}`: false, `{"items": [{}], "minItems": 1}`: false, `{"allOf": [{"items": [{}]}, {"items": {}}]}`: false,
		`{"allOf": [{"uniqueItems": true}]}`: false, `{"properties": {"a": {"multipleOf": 2}}}`: false, `{"not": {"contains": {}}}`: false,
	} {
		compiler := jsonschema.NewCompiler()
		compiler.Draft = jsonschema.Draft7
		if err := compiler.AddResource("s.json", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		s, err := compiler.Compile("s.json")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		g := newFastSchema(s)
		if (g != nil) != supported {
			t.Errorf("%s has a fast schema: %v", text, g != nil)
		}
		if g == nil {
			continue
		}
		for _, n := range nodes[0].Items() {
			if got, right := g.accepts(n), s.Validate(jsonValue(n)) == nil; got != right {
				t.Errorf("%s: the fast schema says %v of %s, the library %v", text, got, n.Show(), right)
			}
		}
	}
}

// TestOtherDraftsHaveNoFastSchema checks that schemas with keywords of newer
// drafts have no fast schema, which would ignore them.
func TestOtherDraftsHaveNoFastSchema(t *testing.T) {
	for _, text := range []string{
		`{"dependentRequired": {"a": ["b"]}}`, `{"dependentSchemas": {"a": {"maxProperties": 1}}}`, `{"prefixItems": [{"type": "string"}]}`, `{"unevaluatedProperties": false}`, `{"unevaluatedItems": false}`,
		`{"items": {"type": "string"}}`, `{"format": "date"}`, `{"contentEncoding": "base64"}`, `{"contentMediaType": "application/json"}`, `{"properties": {"a": {"$dynamicRef": "#b"}}, "$defs": {"x": {"$dynamicAnchor": "b"}}}`,
	} {
		compiler := jsonschema.NewCompiler()
		compiler.Draft, compiler.AssertFormat, compiler.AssertContent = jsonschema.Draft2020, true, true
		if err := compiler.AddResource("s.json", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		s, err := compiler.Compile("s.json")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if newFastSchema(s) != nil {
			t.Errorf("%s has a fast schema", text)
		}
	}
	if newFastSchema(nil) != nil {
		t.Error("no schema has a fast schema")
	}
}
