package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
)

// TestFixesInSARIF checks the whole entry of a problem with fixes and notes, and
// that a fix is left out if one of its edits depends on quotes.
func TestFixesInSARIF(t *testing.T) {
	at := func(line, column, length int) diag.Place {
		return diag.Place{File: "a b.yaml", Line: line, Column: column, Length: length, Path: "use.from"}
	}
	d := diag.New("content/type", at(2, 3, 4), "'x' is wrong").WithHint("mend\nit").WithEdit("wörd", "word").
		WithNote(diag.Place{}, "without a place").WithNote(diag.Place{File: "c:/d"}, "elsewhere")
	d.Edits = append(d.Edits, diag.Edit{Place: at(5, 0, 0), Lines: 2, New: "y\n"}, diag.Edit{Place: at(7, 1, 3), Old: "1", New: "1", Unquote: true})
	quoted := diag.New("content/type", at(1, 0, 0), "quoted")
	quoted.Edits = []diag.Edit{{Place: at(1, 1, 3), Old: "a", New: "b"}}
	f := &Findings{Problems: diag.List{d, quoted}, Source: func(string) ([]byte, bool) { return []byte("\n  x: wörd  \n"), true }}
	var b bytes.Buffer
	if err := writeSARIF(&b, f); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []map[string]any
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	var want []map[string]any
	if err := json.Unmarshal([]byte(`[
		{"ruleId": "content/type", "ruleIndex": 0, "level": "error",
		 "message": {"text": "'x' is wrong\nhint: mend it\nnote: without a place\nnote: elsewhere (c:/d)"},
		 "locations": [{
			"physicalLocation": {
				"artifactLocation": {"uri": "a%20b.yaml"},
				"region": {"startLine": 2, "startColumn": 3, "endColumn": 7},
				"contextRegion": {"startLine": 2, "snippet": {"text": "x: wörd"}}},
			"logicalLocations": [{"fullyQualifiedName": "use.from"}]}],
		 "relatedLocations": [{"id": 1, "message": {"text": "elsewhere"}, "physicalLocation": {"artifactLocation": {"uri": "file:///c:/d"}}}],
		 "fixes": [{"description": {"text": "mend it"}, "artifactChanges": [
			{"artifactLocation": {"uri": "a%20b.yaml"}, "replacements": [
				{"deletedRegion": {"startLine": 2, "startColumn": 3, "endColumn": 7}, "insertedContent": {"text": "word"}}]},
			{"artifactLocation": {"uri": "a%20b.yaml"}, "replacements": [
				{"deletedRegion": {"startLine": 5, "startColumn": 1, "endLine": 7, "endColumn": 1}, "insertedContent": {"text": "y\n"}}]},
			{"artifactLocation": {"uri": "a%20b.yaml"}, "replacements": [
				{"deletedRegion": {"startLine": 7, "startColumn": 1, "endColumn": 4}, "insertedContent": {"text": "1"}}]}]}]},
		{"ruleId": "content/type", "ruleIndex": 0, "level": "error", "message": {"text": "Quoted"},
		 "locations": [{
			"physicalLocation": {"artifactLocation": {"uri": "a%20b.yaml"}, "region": {"startLine": 1}},
			"logicalLocations": [{"fullyQualifiedName": "use.from"}]}]}
	]`), &want); err != nil {
		t.Fatal(err)
	}
	for i, mark := range Fingerprints(f.Problems, f.Source) {
		want[i]["partialFingerprints"] = map[string]any{"sleight/v1": mark}
	}
	if diff := cmp.Diff(want, log.Runs[0].Results); diff != "" {
		t.Error(diff)
	}
	if rules := log.Runs[0].Tool.Driver.Rules; len(rules) != 1 || rules[0].ID != "content/type" {
		t.Errorf("the rules are %v", rules)
	}
}

// TestPathsAsURIs checks that relative paths stay relative, also with a colon.
func TestPathsAsURIs(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.yaml": "a/b.yaml", "/a/b c": "file:///a/b%20c", "C:/a": "file:///C:/a", "a:b": "a%3Ab", "c:": "c%3A", "ab/": "ab/", "/": "file:///",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestSentencesBeginWithACapital checks that a name at the start of a message
// stays unchanged.
func TestSentencesBeginWithACapital(t *testing.T) {
	for message, want := range map[string]string{
		"": "", "unknown key": "Unknown key", "roll_die is gone": "roll_die is gone", "a": "A", "\"x\" is gone": "\"x\" is gone", " x": " x", "zone left": "Zone left",
	} {
		if got := capitalized(message); got != want {
			t.Errorf("%q: got %q, want %q", message, got, want)
		}
	}
}

// TestGitHubAnnotations checks the escapes and the place of an annotation.
func TestGitHubAnnotations(t *testing.T) {
	list := diag.List{
		diag.New("content/type", diag.Place{File: "a,b:c%.yaml", Line: 2, Column: 3}, "50%% of\r\nit: x, y").WithHint("none"),
		diag.New("content/param-range", diag.Place{File: "a", Line: 1}, "high"),
		diag.New("content/empty", diag.Place{Line: 3}, "nothing"),
		diag.New("content/type", diag.Place{File: "a", Line: 1, Column: 1, Length: 5}, "x"),
		diag.New("content/type", diag.Place{File: "a"}, "x"),
	}
	want := `::error file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=3,endColumn=4,title=content/type::50%25 of it: x, y%0Ahint: none
::warning file=a,line=1,endLine=1,title=content/param-range::High
::error title=content/empty::Nothing
::error file=a,line=1,endLine=1,col=1,endColumn=6,title=content/type::X
::error file=a,title=content/type::X
4 errors, 1 warning
`
	var b strings.Builder
	if err := writeGitHub(&b, &Findings{Problems: list}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestJSONHoldsFormatsAndArguments checks the whole text of both JSON formats.
func TestJSONHoldsFormatsAndArguments(t *testing.T) {
	list := diag.List{
		diag.New("content/type", diag.Place{File: "a", Line: 1, Column: 2}, "%q & %d", "<x>", 3),
		diag.New("content/empty", diag.Place{}, "none").WithHint("add one"),
	}
	lines := `{"severity":"error","code":"content/type","message":"\"<x>\" & 3","place":{"file":"a","line":1,"column":2},"format":"%q & %s","args":["<x>","3"]}
{"severity":"error","code":"content/empty","message":"none","place":{},"hint":"add one"}
`
	var array, each, none strings.Builder
	f := &Findings{Problems: list}
	if err := errors.Join(WriteJSON(&array, list), writeJSONLines(&each, f), WriteJSON(&none, nil)); err != nil {
		t.Fatal(err)
	}
	lines = strings.Replace(lines, `"%q & %s"`, `"`+list[0].Message.Format+`"`, 1)
	if diff := cmp.Diff(lines, each.String()); diff != "" {
		t.Error(diff)
	}
	escaped := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(lines)
	if diff := cmp.Diff("[\n "+strings.Replace(strings.TrimSuffix(escaped, "\n"), "\n", ",\n ", 1)+"\n]\n", array.String()); diff != "" {
		t.Error(diff)
	}
	if none.String() != "[]\n" {
		t.Errorf("got %q", none.String())
	}
}

// TestLongLinesAreCut checks which part of a long line is drawn around a fault,
// in columns.
func TestLongLinesAreCut(t *testing.T) {
	digits := strings.Repeat("0123456789", 20)
	for _, x := range []struct {
		line        string
		column      int
		first, last string // of what is drawn
		columns     int
		pad         int
	}{
		{digits[:maxShown], 100, "0", "9", maxShown, 99},
		{digits[:maxShown+1], 1, "0", "…", maxShown + 1, 0},
		{digits, 41, "0", "…", maxShown + 1, 40},
		{digits, 42, "…", "…", maxShown + 2, 41},
		{digits, 200, "…", "9", 42, 41},
		{strings.Repeat("骰", 61), 1, "骰", "…", maxShown + 1, 0},
		{strings.Repeat("骰", 60), 60, "骰", "骰", maxShown, 118},
		{strings.Repeat("\t", 30), 2, " ", " ", maxShown, tabWidth},
	} {
		shown, pad, _ := underline(x.line, x.column, 1, maxShown)
		if !strings.HasPrefix(shown, x.first) || !strings.HasSuffix(shown, x.last) || Width(shown) != x.columns || len(pad) != x.pad {
			t.Errorf("%.20s… at %d: drawn are %d columns %q, pad %d", x.line, x.column, Width(shown), shown, len(pad))
		}
	}
}

// TestCharactersHaveWidths checks which characters take no column, one, two, or
// a tab's.
func TestCharactersHaveWidths(t *testing.T) {
	for text, want := range map[string]int{
		"a": 1, "é": 1, "\u02ff": 1, "\u0300": 0, "e\u0301": 1, "\u20dd": 0, "\u200b": 0, "\u200d": 0, "\u200c": 1,
		"\t": tabWidth, "骰": 2, "🎲": 2, "…": 1, "": 0, "\u0370": 1,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

// TestLinesOfASource checks that lines are counted from 1, and a line end is no
// part of a line.
func TestLinesOfASource(t *testing.T) {
	var lines lineFinder // it may continue where it was
	for _, x := range []struct {
		text   string
		number int
		want   string
		ok     bool
	}{
		{"a\r\nb\n", 1, "a", true},
		{"a\r\nb\n", 2, "b", true},
		{"a\nb\n", 3, "", true},
		{"a\nb\n", 4, "", false},
		{"\nb", 2, "b", true},
		{"a", 2, "", false},
		{"", 1, "", true},
	} {
		if got, ok := lines.line([]byte(x.text), x.number); got != x.want || ok != x.ok {
			t.Errorf("%q, line %d: got %q, %v", x.text, x.number, got, ok)
		}
	}
	// Any order within one source.
	source := []byte("1\n2\n3\n4")
	for _, n := range []int{2, 2, 4, 5, 1, 3, 9, 4, 2} {
		got, ok := lines.line(source, n)
		if want := strconv.Itoa(n); ok != (n <= 4) || ok && got != want {
			t.Errorf("line %d: got %q, %v", n, got, ok)
		}
	}
}

// full fails from the n-th write on, like a full disk.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

// TestFormatsReturnWriteErrors checks that every format reports truncated
// output, wherever it was cut.
func TestFormatsReturnWriteErrors(t *testing.T) {
	for _, format := range Formats() {
		for _, list := range []diag.List{nil, problems()} {
			for n := 0; ; n++ {
				f := &full{left: n}
				if err := format.Write(f, &Findings{Problems: list}); err == nil {
					if f.left < 0 {
						t.Errorf("%s hides the error of write %d", format.Name, n)
					}
					break
				}
			}
		}
	}
}
