package schema

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/schemas"
)

// schemaFiles reads every shipped schema with places.
func schemaFiles(t *testing.T) map[string]*def.Node {
	t.Helper()
	names, err := fs.Glob(schemas.Files, "*.json")
	if err != nil || len(names) < 10 {
		t.Fatalf("%v %v", names, err)
	}
	out := map[string]*def.Node{}
	for _, name := range names {
		data, err := fs.ReadFile(schemas.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		nodes, problems := yaml.Parse(path.Join("schemas", name), data)
		if len(nodes) != 1 || len(problems) > 0 {
			t.Fatalf("%s: %v", name, problems)
		}
		out[name] = nodes[0]
	}
	return out
}

// eachSchema visits every schema within a schema file.
func eachSchema(n *def.Node, visit func(*def.Node)) {
	visit(n)
	for _, k := range keywords {
		v := n.Get(k.name)
		if v == nil {
			continue
		}
		switch k.shape {
		case schemaShape, schemaOrBool:
			if v.Type() == def.Map {
				eachSchema(v, visit)
			}
		case schemaList:
			for _, item := range v.Items() {
				eachSchema(item, visit)
			}
		case schemaMap:
			for _, f := range v.Fields() {
				eachSchema(f.Value, visit)
			}
		}
	}
}

func TestSchemasAreDraft7(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	meta := compiler.MustCompile("http://json-schema.org/draft-07/schema")
	for name, root := range schemaFiles(t) {
		if err := meta.Validate(jsonValue(root)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := root.TextOr("$schema", ""); got != "http://json-schema.org/draft-07/schema#" {
			t.Errorf("%s: $schema is %q", name, got)
		}
	}
	own := map[string]Source{"thing": {Path: "thing.schema.json", Text: []byte(`{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"kind": {}, "id": {}}}`)}}
	if k, problems := New(own); len(problems) > 0 || len(k.fields.envelope) != len(envelopeKeys) || len(k.fields.traits["die"]) != 3 {
		t.Errorf("%v", problems)
	}
}

// TestSchemasAreDescribed checks that every property and every named definition
// has a description, which editors show.
func TestSchemasAreDescribed(t *testing.T) {
	for name, root := range schemaFiles(t) {
		eachSchema(root, func(n *def.Node) {
			for _, group := range []string{"properties", "definitions", "patternProperties"} {
				for _, f := range n.Each(group) {
					if d := f.Value.TextOr("description", ""); len(d) < 10 || !strings.HasSuffix(d, ".") {
						t.Errorf("%s: %s needs a description that is a sentence, has %q", f.KeyPlace(), f.Key, d)
					}
				}
			}
			if root.TextOr("description", "") == "" || root.TextOr("title", "") == "" {
				t.Errorf("%s has no title or description", name)
			}
		})
	}
}

// TestSchemasAreStrict checks that mappings are closed, except data: and the
// tests, whose keys are names of the game; that only annotations are beside
// $ref; and that keywords that some editors cannot check are not used.
func TestSchemasAreStrict(t *testing.T) {
	annotations := []string{"$ref", "description", "examples", "default", "title", "defaultSnippets", "names", "declares"}
	for name, root := range schemaFiles(t) {
		eachSchema(root, func(n *def.Node) {
			if n.Get("$ref") != nil {
				for _, f := range n.Fields() {
					if !slices.Contains(annotations, f.Key) {
						t.Errorf("%s: %s beside $ref", f.KeyPlace(), f.Key)
					}
				}
			}
			for _, f := range n.Fields() {
				if !slices.ContainsFunc(keywords, func(k keyword) bool { return k.name == f.Key }) {
					t.Errorf("%s: the keyword %s", f.KeyPlace(), f.Key)
				}
			}
			open := n.Get("additionalProperties") == nil
			free := slices.Contains(freeform, strings.TrimPrefix(n.Place().Path, "definitions."))
			if open && !free && (n.Get("properties") != nil || isObject(n)) {
				t.Errorf("%s: %s of %s is open to any key", n.Place(), n.Place().Path, name)
			}
		})
	}
}

// freeform are the schemas of the envelope whose keys the game defines.
var freeform = []string{"data", "item", "given.additionalProperties", "expect.additionalProperties"}

func isObject(n *def.Node) bool {
	return slices.ContainsFunc(n.All("type"), func(t *def.Node) bool { return t.Text() == "object" }) && n.Get("$ref") == nil
}

// TestSchemasShareTheEnvelope checks that keys that kinds share mean the same
// in each, and are described in each.
func TestSchemasShareTheEnvelope(t *testing.T) {
	files := schemaFiles(t)
	full := []string{"game", "die", "consumable", "ability", "relic", "card", "enemy", "joker", "table"}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == envelopeFile {
			continue
		}
		properties := files[name].Get("properties")
		if got := properties.Get("kind").TextOr("const", ""); got+Suffix != name {
			t.Errorf("%s: kind is %q", name, got)
		}
		for _, key := range append(slices.Clone(envelopeKeys), "data") {
			p := properties.Get(key)
			if p == nil && slices.Contains(full, strings.TrimSuffix(name, Suffix)) && key != "use" && key != "upgrade" {
				t.Errorf("%s lacks %s", name, key)
			}
			if slices.Contains(notDefinitions, strings.TrimSuffix(name, Suffix)) {
				continue
			}
			if p != nil && p.TextOr("$ref", "") != envelopeFile+"#/definitions/"+key {
				t.Errorf("%s: %s is not that of the envelope", name, key)
			}
		}
	}
}

// TestSchemaExamples checks that the examples that editors show are valid.
func TestSchemaExamples(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	files := schemaFiles(t)
	for name, root := range files {
		data, err := json.Marshal(jsonValue(root))
		if err == nil {
			err = compiler.AddResource(schemaBase+name, strings.NewReader(string(data)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	for name, root := range files {
		eachSchema(root, func(n *def.Node) {
			for _, example := range n.All("examples") {
				s, err := compiler.Compile(schemaBase + name + "#" + pointer(n.Place().Path))
				if err != nil {
					t.Fatalf("%s: %v", n.Place(), err)
				}
				count++
				if problems := validate(s, example); len(problems) > 0 {
					t.Errorf("%s: the example is not valid: %v", example.Place(), problems)
				}
			}
		})
	}
	if count < 50 {
		t.Errorf("only %d examples", count)
	}
}

// pointer returns the JSON pointer for a data path without quoted keys.
func pointer(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(path)
}

// TestHostileSchemas checks that the cost of schemas from packs is bounded.
func TestHostileSchemas(t *testing.T) {
	double := `{"properties": {"kind": {}, "id": {"$ref": "#/definitions/d0"}}, "definitions": {`
	for i := range 40 {
		double += fmt.Sprintf(`"d%d": {"anyOf": [{"$ref": "#/definitions/d%d"}, {"$ref": "#/definitions/d%d"}]}, `, i, i+1, i+1)
	}
	double += `"d40": {}}}`
	envelope := func(id string) string { return `{"properties": {"kind": {}, "id": ` + id + `}}` }
	for name, c := range map[string]struct{ text, code string }{
		"doubling":   {double, "schema/forbidden"},
		"not":        {envelope(strings.Repeat(`{"not": `, 5000) + "{}" + strings.Repeat("}", 5000)), "content/depth"},
		"multipleOf": {envelope(`{"multipleOf": 1e-9999999}`), "schema/invalid"},
		"huge":       {envelope(`{"maximum": 1e9999999}`), "content/value"},
		"remote":     {envelope(`{"$ref": "http://localhost/x"}`), "schema/forbidden"},
		"pattern":    {envelope(`{"pattern": "(((a{1000}){1000}){1000})"}`), "schema/invalid"},
		"no such":    {envelope(`{"$ref": "envelope.schema.json#/definitions/nothing"}`), "schema/invalid"},
	} {
		kinds, problems := New(map[string]Source{"thing": {Path: "schemas/thing.schema.json", Text: []byte(c.text)}})
		if kinds.Has("thing") != !problems.Failed() {
			t.Errorf("%s: the kind can be used: %v, with %v", name, kinds.Has("thing"), problems)
		}
		if len(problems) == 0 || !slices.ContainsFunc(problems, func(d diag.Diagnostic) bool { return d.Code == c.code }) {
			t.Errorf("%s: want %s, got %.400s", name, c.code, problems.Error())
		}
	}
}
