package render

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/tests/golden"
)

var sources = map[string]string{
	"content/p/flip.yaml": "kind: consumable\nid: flip\nuse:\n  targets:\n" +
		"    - {name: die, from: dice, promt: \"Select a die…\"}\n" +
		"name: 骰子🎲 rarty\n\t\tid: x\ncafe\u0301: y\nevil: \x1b[31mred\n" +
		"long: " + strings.Repeat("word ", 60) + "here " + strings.Repeat("word ", 60) + "\n",
}

func problems() diag.List {
	at := func(line, column, length int) diag.Place {
		return diag.Place{File: "content/p/flip.yaml", Line: line, Column: column, Length: length}
	}
	return diag.List{
		diag.New("content/unknown-key", at(5, 31, 5), "unknown key %q", "promt").WithHint("did you mean %q?", "prompt"),
		diag.New("content/duplicate-id", at(2, 5, 4), "there are two definitions of consumable/flip").WithNote(at(1, 1, 4), "the first is here"),
		diag.New("content/unknown-key", at(6, 11, 5), "behind wide characters"),
		diag.New("content/yaml", at(7, 1, 0), "this line is indented with a tab"),
		diag.New("content/yaml", at(7, 3, 2), "behind tabs"),
		diag.New("content/type", at(8, 8, 1), "behind a combining accent"),
		diag.New("content/type", at(9, 12, 3), "an escape is not sent to the terminal \x1b[31m"),
		diag.New("content/type", at(10, 307, 4), "far to the right"),
		diag.New("content/type", at(10, 400, 900), "longer than the line"),
		diag.New("content/type", at(5, 0, 0), "a line without a column"),
		diag.New("content/type", at(99, 1, 1), "a line past the end"),
		diag.New("content/param-range", diag.Place{File: "elsewhere.yaml", Line: 3, Column: 4}, "a missing file"),
		diag.New("content/empty", diag.Place{}, "no place at all").WithHint("one\ntwo"),
	}
}

func source(file string) ([]byte, bool) {
	text, ok := sources[file]
	return []byte(text), ok
}

// TestRenderers checks promise 5: data first, text last; every renderer draws
// the same list.
func TestRenderers(t *testing.T) {
	for name, write := range map[string]func(b *bytes.Buffer) error{
		"full.txt":  func(b *bytes.Buffer) error { return Write(b, problems(), Options{Source: source}) },
		"color.txt": func(b *bytes.Buffer) error { return Write(b, problems()[:2], Options{Source: source, Color: true}) },
		"bare.txt":  func(b *bytes.Buffer) error { return Write(b, problems()[:2], Options{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name), b.String())
	}
}

// TestFormats compares the output of every format for the same list with the
// test data.
func TestFormats(t *testing.T) {
	f := &Findings{
		Problems: problems(), Source: source, Files: []string{"content/p/clean.yaml", "content/p/flip.yaml"},
		Version: "1.2.3", Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Took: 1500 * time.Millisecond,
	}
	for _, format := range Formats() {
		for name, f := range map[string]*Findings{"some": f, "none": {}} {
			var b bytes.Buffer
			if err := format.Write(&b, f); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", format.Name+"-"+name+".txt"), b.String())
		}
	}
	if _, ok := FormatNamed("sarif"); !ok {
		t.Error("a format cannot be found by its name")
	}
}

// TestFingerprintsAreUniqueAndStable checks that a fingerprint stays the same
// when lines move, and that no two are equal.
func TestFingerprintsAreUniqueAndStable(t *testing.T) {
	at := func(line int) diag.Place { return diag.Place{File: "a.yaml", Line: line, Column: 3} }
	list := func(shift int) diag.List {
		return diag.List{
			diag.New("content/type", at(1+shift), "bad"), diag.New("content/type", at(3+shift), "bad"),
			diag.New("content/type", at(2+shift), "bad"), diag.New("script/syntax", at(2+shift), "'if' at line %d", 1+shift),
			diag.New("content/empty", diag.Place{}, "bad"),
		}
	}
	text := func(before string) func(string) ([]byte, bool) {
		return func(string) ([]byte, bool) { return []byte(before + "a: 1\nb: 2\na: 1\n"), true }
	}
	before, after := Fingerprints(list(0), text("")), Fingerprints(list(2), text("# one\n# two\n"))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	slices.Sort(before)
	if n := len(slices.Compact(before)); n != len(after) {
		t.Errorf("%d fingerprints for %d problems", n, len(after))
	}
}

func TestJSONIsComplete(t *testing.T) {
	for _, list := range []diag.List{nil, problems()[:2]} {
		var b bytes.Buffer
		if err := WriteJSON(&b, list); err != nil {
			t.Fatal(err)
		}
		var back []map[string]any
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || len(back) != len(list) {
			t.Fatalf("%v: %s", err, b.Bytes())
		}
	}
}

// TestUnderline checks that the caret is below its character, whatever precedes
// it.
func TestUnderline(t *testing.T) {
	for _, c := range []struct {
		line           string
		column, length int
		pad, caret     int
	}{
		{"abc", 1, 1, 0, 1},
		{"abc", 3, 9, 2, 1},
		{"abc", 4, 1, 3, 1},
		{"", 1, 1, 0, 1},
		{"\tb", 2, 1, tabWidth, 1},
		{"骰子b", 3, 1, 4, 1},
		{"骰子b", 1, 2, 0, 4},
		{"e\u0301b", 3, 1, 1, 1},
	} {
		_, pad, caret := underline(c.line, c.column, c.length, maxShown)
		if len(pad) != c.pad || len(caret) != c.caret {
			t.Errorf("%q %d %d: pad %d caret %d, want %d %d", c.line, c.column, c.length, len(pad), len(caret), c.pad, c.caret)
		}
	}
}

// TestSnippetsFitTheTerminal checks that no snippet is wider than the terminal,
// where it would be wrapped, and that the caret is still below its character.
func TestSnippetsFitTheTerminal(t *testing.T) {
	source := "local 骰子 = \t" + strings.Repeat("é漢 ", 40) + "X" + strings.Repeat(" ab", 40)
	column := len([]rune(source[:strings.Index(source, "X")])) + 1
	for _, width := range []int{20, 40, 80, 132} {
		var b strings.Builder
		list := diag.List{diag.New("script/syntax", diag.Place{File: "a.lua", Line: 1, Column: column, Length: 1}, "no")}
		o := Options{Width: width, Source: func(string) ([]byte, bool) { return []byte(source), true }}
		if err := Write(&b, list, o); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		line, caret := lines[len(lines)-2], lines[len(lines)-1]
		if Width(line) > width || Width(caret) > width {
			t.Errorf("at %d columns:\n%s\n%s", width, line, caret)
		}
		before, _, ok := strings.Cut(line, "X")
		if !ok || Width(before) != strings.Index(caret, "^") {
			t.Errorf("at %d columns the caret is in the wrong place:\n%s\n%s", width, line, caret)
		}
	}
}

func FuzzUnderline(f *testing.F) {
	f.Add("a\tb骰", 3, 2)
	f.Add(strings.Repeat("x", 500), 400, 9)
	f.Fuzz(func(t *testing.T, line string, column, length int) {
		shown, pad, caret := underline(line, column, length, maxShown)
		if strings.ContainsAny(shown, "\x1b\r\n\t") {
			t.Errorf("%q reaches the terminal", shown)
		}
		if column > 0 && caret == "" || len(pad) > 3*maxShown {
			t.Errorf("pad %d, caret %q", len(pad), caret)
		}
	})
}

func TestSummary(t *testing.T) {
	for want, list := range map[string]diag.List{
		"no problems":          nil,
		"12 errors, 1 warning": problems(),
		"1 error":              problems()[:1],
		"1 warning":            problems()[11:12],
		"2 errors":             problems()[:2],
	} {
		if got := Summary(list); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestLinesAreWrappedBetweenWords checks that words are not split at the edge
// of a terminal.
func TestLinesAreWrappedBetweenWords(t *testing.T) {
	var b strings.Builder
	d := diag.New("content/unknown-key", diag.Place{File: "content/p/flip.yaml", Line: 5, Column: 31}, "unknown key %q", "promt").
		WithHint("did you mean %q, as all the others are spelt?", "prompt")
	if err := Write(&b, diag.List{d}, Options{Width: 40}); err != nil {
		t.Fatal(err)
	}
	want := `content/p/flip.yaml:5:31: error: unknown
    key "promt" [content/unknown-key]
  hint: did you mean "prompt", as all
    the others are spelt?
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}
