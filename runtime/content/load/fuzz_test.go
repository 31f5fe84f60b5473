package load

import (
	"os"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
)

// FuzzYAML checks that loading any bytes terminates, and every problem has a
// line and column within the file.
func FuzzYAML(f *testing.F) {
	for _, text := range fuzzSeeds(f, "testdata/single/*.txtar") {
		f.Add([]byte(text))
	}
	f.Add([]byte("{{}: 1, <<: 2}"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("%YAML 1.1\n---\n? - a\n: b\n...\n"))
	rules, _ := schema.New(nil)
	f.Fuzz(func(t *testing.T, data []byte) {
		l := NewLoader(Root{FS: fstest.MapFS{"content/p/f.yaml": &fstest.MapFile{Data: data}}})
		l.kinds = rules // compiled once
		c, problems := l.Load()
		if (c == nil) != problems.Failed() {
			t.Fatalf("catalog %v with %v", c, problems)
		}
		src, ok := l.Source("content/p/f.yaml")
		lines := yaml.Lines(src)
		for _, d := range problems {
			at := d.Place
			if d.Code == "engine/internal" || at.File != "content/p/f.yaml" {
				t.Errorf("%v", d)
			}
			if at.Line > 0 && (!ok || at.Line > len(lines) || at.Column > len([]rune(string(lines[at.Line-1])))+1) && d.Code != "file/encoding" {
				t.Errorf("%v lies outside of the file", d)
			}
		}
		if nodes, _ := yaml.Parse("f", src); ok {
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

// These load the shipped content from scratch, and once more without changes.
func BenchmarkLoad(b *testing.B) {
	root := Root{FS: os.DirFS("../../..")}
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l := NewLoader(root)
			l.Load()
			b.ReportMetric(float64(l.Stats().Files), "files")
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		l := NewLoader(root)
		l.Load()
		b.ReportAllocs()
		for b.Loop() {
			l.Load()
			b.ReportMetric(float64(l.Stats().Parsed), "parsed")
		}
	})
}
