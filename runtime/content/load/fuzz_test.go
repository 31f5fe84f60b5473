package load

import (
	"os"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
)

// Whatever bytes a file holds, loading ends, and every problem is located in
// the file: line and column lie within it.
func FuzzYAML(f *testing.F) {
	for _, text := range fuzzSeeds(f, "testdata/single/*.txtar") {
		f.Add([]byte(text))
	}
	f.Add([]byte("{{}: 1, <<: 2}"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("%YAML 1.1\n---\n? - a\n: b\n...\n"))
	rules, _ := newKinds(nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		l := NewLoader(Root{FS: fstest.MapFS{"content/p/f.yaml": &fstest.MapFile{Data: data}}})
		l.kinds = rules // compiled once
		c, faults := l.Load()
		if (c == nil) != faults.Failed() {
			t.Fatalf("catalog %v with %v", c, faults)
		}
		src, ok := l.Source("content/p/f.yaml")
		lines := splitLines(src)
		for _, d := range faults {
			at := d.Place
			if d.Code == "engine/internal" || at.File != "content/p/f.yaml" {
				t.Errorf("%v", d)
			}
			if at.Line > 0 && (!ok || at.Line > len(lines) || at.Column > len([]rune(string(lines[at.Line-1])))+1) && d.Code != "file/encoding" {
				t.Errorf("%v lies outside of the file", d)
			}
		}
		if nodes, _ := parseYAML("f", src); ok {
			for _, n := range nodes {
				walk(n, func(n *def.Node) {
					if n.Place().Line < 1 || n.Place().Line > len(lines) {
						t.Errorf("%v lies outside of the file", n.Place())
					}
				})
			}
		}
	})
}

// fuzzSeeds returns the sections of the test data.
func fuzzSeeds(f *testing.F, pattern string) (texts []string) {
	f.Helper()
	for _, name := range archives(f, pattern) {
		a := readArchive(f, name)
		for _, section := range a.names {
			texts = append(texts, clean(a.texts[section]))
		}
	}
	return texts
}

// Whatever a pack's schema says, loading ends with a problem or a catalog.
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
		l := NewLoader(Root{FS: fstest.MapFS{
			"schemas/thing.schema.json": &fstest.MapFile{Data: schema},
			"content/p/f.yaml":          &fstest.MapFile{Data: content},
		}})
		c, faults := l.Load()
		if (c == nil) != faults.Failed() {
			t.Fatalf("catalog %v with %v", c, faults)
		}
		for _, d := range faults {
			if d.Code == "engine/internal" || d.Place.File == "" {
				t.Errorf("%v", d)
			}
		}
		g, s := l.kinds.gates["thing"], l.kinds.schemas["thing"]
		if nodes, faults := parseYAML("f", content); len(faults) == 0 && g != nil {
			for _, n := range nodes {
				if err := s.Validate(plain(n)); g.holds(n) != (err == nil) {
					t.Errorf("the gate says %v, the library %v", g.holds(n), err)
				}
			}
		}
	})
}

// The shipped content from nothing, and once more when nothing has changed.
func BenchmarkLoad(b *testing.B) {
	root := Root{FS: os.DirFS("../../..")}
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l := NewLoader(root)
			l.Load()
			b.ReportMetric(float64(l.Figures().Files), "files")
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		l := NewLoader(root)
		l.Load()
		b.ReportAllocs()
		for b.Loop() {
			l.Load()
			b.ReportMetric(float64(l.Figures().Parsed), "parsed")
		}
	})
}
