package yaml

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"sleight/content"
)

// agree reports whether fastParser can parse a file, and fails if the library reads
// it differently.
func agree(t *testing.T, name string, src []byte) bool {
	t.Helper()
	src, problem := Clean(name, src)
	if problem != nil {
		return false
	}
	roots, ok := readFast(name, src, nil)
	if !ok {
		return false
	}
	nodes, problems, ambiguous := readByLibrary(name, src)
	if len(nodes) != len(roots) || len(problems)+len(ambiguous) > 0 {
		t.Fatalf("%q\nis read quickly as %d documents, but the library finds %d, %v %v", src, len(roots), len(nodes), problems, ambiguous)
	}
	for i, root := range roots {
		if dumped(root) != dumped(nodes[i]) || root.Place().File != nodes[i].Place().File {
			t.Fatalf("%q\nis read as\n%v\nand by the library as\n%v", src, root.Show(), nodes[i].Show())
		}
	}
	return true
}

// TestFastParserAgreesWithTheLibrary checks that fastParser gives the same result as the
// library, with every place, and can read most of the shipped content.
func TestFastParserAgreesWithTheLibrary(t *testing.T) {
	all, quick, step := 0, 0, 97
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		step = 3
	case testing.Short(): // for example, under the race detector; three of four files are tried as they are
		step = 499
	}
	err := fs.WalkDir(content.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) != ".yaml" {
			return err
		}
		src, err := fs.ReadFile(content.Files, name)
		all++
		if agree(t, name, src) {
			quick++
		}
		if testing.Short() && all%4 > 0 {
			return err
		}
		agree(t, name, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
		for i := 0; i < min(len(src), 1500); i += step { // a truncated file, and a replaced character
			agree(t, name, src[:i])
			changed := slices.Clone(src)
			changed[i] = " \n#-:{]'|x0\r"[i%12]
			agree(t, name, changed)
		}
		return err
	})
	if err != nil || quick*2 < all {
		t.Errorf("%d of %d files are read by fastParser, %v", quick, all, err)
	}
	t.Logf("%d of %d files are read by fastParser", quick, all)
}

// The files use common features of YAML by other programs and by careful
// authors.
func TestFastParserReadsCommonStyles(t *testing.T) {
	for _, text := range []string{
		"a:\n  \"b c\": 1\n  'd@1': {\"é\": x, \"?\": [v]}\n  \"true\": z\n",
		"a:\n  # b\n  - # c\n\n    # d\n    e: f\n    g: h\n  - # i\n    - j\n    - k\n",
		"a:\n- # b\n  c: d\n",
		"a: .B. C..\nb: [.d, e]\n",
		"off: 1\non: {no: 2, y: 3}\n",
	} {
		if !agree(t, "f", []byte(text)) {
			t.Errorf("%q is left to the library", text)
		}
	}
	for _, text := range []string{ // must be left to it, or read alike
		"\"a\\n\": 1\n", "\"\": 1\n", "\"<<\": 1\n", "\"a\":1\n", "'a''b': 1\n", "\"a\" : 1\n", "{\"a\":1}\n", "true: 1\n", "Null: 1\n", "a: .inf\n", "a: .5\n", "a: ...\n",
		"a:\n- # b\nc: d\n", "a:\n  - # b\n  - c\n", "a:\n  - # b\n", "a:\n  - # b\n    c\n", "a: b\n\"a\": c\n", "- # a\n  b: c\n", "\"a\nb\": c\n", "- \"a: b\"\n",
	} {
		agree(t, "f", []byte(text))
	}
}

// sectionLine separates the files of an archive of test data.
var sectionLine = regexp.MustCompile(`(?m)^-- \S+ --\n`)

func FuzzQuick(f *testing.F) {
	names, err := filepath.Glob("../load/testdata/single/*.txtar")
	if err != nil || len(names) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, text := range sectionLine.Split(string(data), -1) {
			f.Add([]byte(text))
		}
	}
	for _, text := range []string{
		"a: 1\nb:\n  - c\n  - d: {e: [f, 1.5], g: 'h'}\n    i: |\n      j\n\n       k\n  -  l # m\nn: \"o\"\n",
		"# a\n---\nb: >-\n  c\n  d\ne: {f/g.h@1: i(\"j\") > 0, k: 15 gold, l: 1.0.0}\n---\n# m\n---\nn: >\n  o\n  p\n---\nq: +{r} $\n",
		"a: >-\r\n  b\r\n  c\r\n{d: e}: f\r\n---\r\n{g: h} # i\r\n---\r\nj[0].k: |\r\n  l\r\n\r\n  m\r\n",
		"a:\n- # b\n  \"c d\": .E. F\n  'on': 1\n- # g\n  - {\"h\": [i]}\n",
		"a:\n- b\n- c: d\ne: -1\nf: |-\n  # g\n  h\n\n# i\nj: é ö # ü\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		agree(t, "f", src)
	})
}
