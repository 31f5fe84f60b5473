package filter

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
)

func at(file string, line int) diag.Place { return diag.Place{File: file, Line: line, Column: 1} }

// reported lists the problems that Apply kept, one per line.
func reported(r Rules, list diag.List, files map[string]string) string {
	var names []string
	for _, name := range []string{"a.yaml", "b.lua"} {
		if _, ok := files[name]; ok {
			names = append(names, name)
		}
	}
	source := func(name string) ([]byte, bool) {
		text, ok := files[name]
		return []byte(text), ok
	}
	var b strings.Builder
	for _, d := range r.Apply(list, names, source).Reported {
		b.WriteString(d.Place.String() + " " + d.Code + "\n")
	}
	return b.String()
}

func TestIgnoreCommentsApplyToTheirCodes(t *testing.T) {
	warn := func(file string, line int) diag.Diagnostic {
		return diag.New("content/param-range", at(file, line), "w")
	}
	for name, c := range map[string]struct {
		text string
		list diag.List
		want string
	}{
		"behind the line":     {"a: 1 # sleight:ignore content/param-range\n", diag.List{warn("a.yaml", 1)}, ""},
		"above the line":      {"# sleight:ignore content/param-range since it is old\n\n# more\na: 1\n", diag.List{warn("a.yaml", 4)}, ""},
		"in Lua":              {"lua: |\n  -- sleight:ignore content/param-range\n  x()\n", diag.List{warn("a.yaml", 3)}, ""},
		"the whole file":      {"# sleight:ignore-file content/param-range\na: 1\n\nb: 2\n", diag.List{warn("a.yaml", 2), warn("a.yaml", 4)}, ""},
		"two codes":           {"a: 1 # sleight:ignore reload/kept, content/param-range\n", diag.List{warn("a.yaml", 1)}, "a.yaml:1:23 ignore/unused\n"},
		"another line":        {"a: 1 # sleight:ignore content/param-range\nb: 2\n", diag.List{warn("a.yaml", 2)}, "a.yaml:1:23 ignore/unused\na.yaml:2:1 content/param-range\n"},
		"another file":        {"a: 1 # sleight:ignore content/param-range\n", diag.List{warn("b.lua", 1)}, "a.yaml:1:23 ignore/unused\nb.lua:1:1 content/param-range\n"},
		"an error stays":      {"a: 1 # sleight:ignore content/type\n", diag.List{diag.New("content/type", at("a.yaml", 1), "e")}, "a.yaml:1:1 content/type\n"},
		"no such code":        {"a: 1 # sleight:ignore content/param-rnage\n", nil, "a.yaml:1:23 ignore/unknown\n"},
		"no code":             {"a: 1 # sleight:ignore because\n", nil, "a.yaml:1:8 ignore/unknown\n"},
		"not a comment":       {"a: sleight:ignore content/param-range\n", nil, ""},
		"at the end of text":  {"# sleight:ignore content/param-range", nil, "a.yaml:1:18 ignore/unused\n"},
		"with line ends \r\n": {"a: 1 # sleight:ignore content/param-range\r\n", diag.List{warn("a.yaml", 1)}, ""},
	} {
		if diff := cmp.Diff(c.want, reported(Rules{Complete: true}, c.list, map[string]string{"a.yaml": c.text, "b.lua": ""})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestUnusedCommentsAreReportedOnlyWhenAllIsChecked checks that a comment that
// ignores nothing is not reported if some checks could not run.
func TestUnusedCommentsAreReportedOnlyWhenAllIsChecked(t *testing.T) {
	files := map[string]string{"a.yaml": "a: 1 # sleight:ignore content/param-range\n"}
	if got := reported(Rules{}, nil, files); got != "" {
		t.Error(got)
	}
}

func TestRulesChooseProblems(t *testing.T) {
	list := diag.List{
		diag.New("content/type", at("a.yaml", 1), "x"), diag.New("content/param-range", at("a.yaml", 2), "x"),
		diag.New("script/refused", at("b.lua", 1), "x"), diag.New("content/empty", diag.Place{}, "x"),
		diag.New("content/duplicate-id", at("b.lua", 9), "x").WithNote(at("a.yaml", 3), "first"),
	}
	onlyA := func(file string) bool { return file == "a.yaml" }
	for want, r := range map[string]Rules{
		"? a.yaml:1:1 a.yaml:2:1 b.lua:1:1 b.lua:9:1": {},
		"? a.yaml:1:1 b.lua:9:1":                      {MinSeverity: diag.Error},
		"b.lua:1:1":                                   {Select: []string{"script"}},
		"a.yaml:1:1 b.lua:1:1":                        {Select: []string{"script", "content/type"}},
		"b.lua:1:1 b.lua:9:1":                         {Ignore: []string{"content/type", "content/param-range", "content/empty"}},
		"? a.yaml:1:1 a.yaml:2:1 b.lua:9:1":           {Within: onlyA},
	} {
		var got []string
		for _, d := range r.Apply(list, nil, nil).Reported {
			got = append(got, d.Place.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
}

// TestBaselineHidesKnownProblems checks that a baseline hides the problems that
// existed when it was written, wherever they have moved, and no new ones.
func TestBaselineHidesKnownProblems(t *testing.T) {
	text := func(lines string) func(string) ([]byte, bool) {
		return func(string) ([]byte, bool) { return []byte(lines), true }
	}
	old := diag.List{diag.New("content/type", at("a.yaml", 1), "x"), diag.New("content/type", at("a.yaml", 2), "y")}
	var file bytes.Buffer
	if err := NewBaseline(old, text("one\ntwo\n")).Write(&file); err != nil {
		t.Fatal(err)
	}
	baseline, err := ReadBaseline(&file)
	if err != nil {
		t.Fatal(err)
	}
	now := diag.List{diag.New("content/type", at("a.yaml", 3), "x"), diag.New("content/type", at("a.yaml", 4), "z")}
	v := Rules{Baseline: baseline}.Apply(now, nil, text("\n\none\nthree\n"))
	if len(v.Reported) != 1 || v.Reported[0].Message.String() != "z" || v.Known != 1 || v.Fixed != 1 {
		t.Errorf("%+v", v)
	}
	v = Rules{Baseline: baseline, Within: func(string) bool { return false }}.Apply(nil, nil, nil)
	if v.Fixed != 0 {
		t.Error("a problem outside the checked files counts as fixed")
	}
	if _, err := ReadBaseline(strings.NewReader("[")); err == nil {
		t.Error("a broken baseline is accepted")
	}
}

// TestVerdictOfComments checks the whole result for a file with comments of
// every form: the remaining problems, with the places and fixes of the
// comments, and the counts.
func TestVerdictOfComments(t *testing.T) {
	const text = "é: 1 # sleight:ignore content/param-range, reload/kept why\r\n" + // two codes, one of them unused
		"é: 2  -- sleight:ignore content/param-range \r\n" + // unused, after a value
		"\t# sleight:ignore content/type\r\n" + // unused, on its own line
		"\r\n" +
		"b: 3\r\n" +
		"c: 4 #sleight:ignore,content/param-rang\tnothing/at-all\r\n" + // two unknown codes
		"é: 5 # sleight:ignore-file\r\n" + // no code
		"é: 6 # sleight:ignore x" // no code
	at := func(line, column, length int) diag.Place {
		return diag.Place{File: "a.yaml", Line: line, Column: column, Length: length}
	}
	unknown := func(line, column int, code string) diag.Diagnostic {
		return diag.New("ignore/unknown", at(line, column, len(code)), "unknown code %q", code).Suggest(code, Names())
	}
	unused := func(line, column int, code string, edits ...diag.Edit) diag.Diagnostic {
		d := diag.New("ignore/unused", at(line, column, len(code)), "there is no %s here to ignore", code).WithHint("remove the comment")
		d.Edits = edits
		return d
	}
	range1 := diag.New("content/param-range", at(1, 4, 1), "too high")
	nameless := func(line, column int, name string) diag.Diagnostic {
		return diag.New("ignore/unknown", at(line, column, len(name)), "the comment names no code").
			WithHint("write the code after it, such as: %s content/param-range", name)
	}
	want := Result{Ignored: 1, Reported: diag.List{
		unused(1, 44, "reload/kept"),
		unused(2, 25, "content/param-range", diag.Edit{Place: at(2, 5, 40), Old: "  -- sleight:ignore content/param-range "}),
		unused(3, 19, "content/type", diag.Edit{Place: at(3, 0, 0), Lines: 1}),
		unknown(6, 22, "content/param-rang"),
		unknown(6, 41, "nothing/at-all"),
		nameless(7, 8, "sleight:ignore-file"),
		nameless(8, 8, "sleight:ignore"),
	}}
	list := diag.List{range1}
	source := func(file string) ([]byte, bool) { return []byte(text), file == "a.yaml" }
	got := Rules{Complete: true}.Apply(list, []string{"a.yaml", "b.yaml"}, source)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if list[0].Code != "content/param-range" {
		t.Error("the list passed to Apply has changed")
	}
}

// TestEachCodeIgnoresForItself checks that of two comments for one line each
// ignores its own code, and that one comment may ignore several problems.
func TestEachCodeIgnoresForItself(t *testing.T) {
	text := "# sleight:ignore content/param-range\n# sleight:ignore reload/kept\na: 1\n"
	list := diag.List{
		diag.New("content/param-range", at("a.yaml", 3), "one"), diag.New("content/param-range", at("a.yaml", 3), "two"),
		diag.New("reload/kept", at("a.yaml", 3), "three"),
	}
	v := Rules{Complete: true}.Apply(list, []string{"a.yaml"}, func(string) ([]byte, bool) { return []byte(text), true })
	if diff := cmp.Diff(Result{Ignored: 3}, v); diff != "" {
		t.Error(diff)
	}
}

// TestBaselinesAsFiles checks that a baseline is written sorted, one block for
// each problem, without unreadable escapes.
func TestBaselinesAsFiles(t *testing.T) {
	list := diag.List{
		diag.New("script/refused", at("b.lua", 1), "x"), diag.New("content/type", at("b.lua", 1), "<x>"),
		diag.New("content/type", at("a.yaml", 1), "y"),
	}
	var file bytes.Buffer
	if err := NewBaseline(list, nil).Write(&file); err != nil {
		t.Fatal(err)
	}
	want := `{
  "problems": [
    {
      "fingerprint": "FINGERPRINT",
      "code": "content/type",
      "file": "a.yaml",
      "message": "y"
    },
    {
      "fingerprint": "FINGERPRINT",
      "code": "content/type",
      "file": "b.lua",
      "message": "<x>"
    },
    {
      "fingerprint": "FINGERPRINT",
      "code": "script/refused",
      "file": "b.lua",
      "message": "x"
    }
  ]
}
`
	for _, mark := range render.Fingerprints(list, nil) {
		if bytes.Count(file.Bytes(), []byte(mark)) != 1 {
			t.Errorf("the fingerprint %s is not in the file once", mark)
		}
		file = *bytes.NewBuffer(bytes.ReplaceAll(file.Bytes(), []byte(mark), []byte("FINGERPRINT")))
	}
	if diff := cmp.Diff(want, file.String()); diff != "" {
		t.Error(diff)
	}
	file.Reset()
	if err := NewBaseline(nil, nil).Write(&file); err != nil || file.String() != "{\n  \"problems\": []\n}\n" {
		t.Errorf("%v: %s", err, file.String())
	}
	_, err := ReadBaseline(strings.NewReader("["))
	if err == nil || !strings.HasPrefix(err.Error(), "this is not a baseline: ") {
		t.Error(err)
	}
}

// TestFixedCountsOnlyRequestedCodes checks that problems of codes and files
// that were not requested are not reported as fixed.
func TestFixedCountsOnlyRequestedCodes(t *testing.T) {
	b := NewBaseline(diag.List{
		diag.New("content/type", at("a.yaml", 1), "x"), diag.New("content/param-range", at("a.yaml", 1), "x"), diag.New("script/refused", at("b.lua", 1), "x"),
	}, nil)
	for want, r := range map[int]Rules{
		3: {MinSeverity: diag.Error},
		2: {Select: []string{"content"}},
		1: {Within: func(file string) bool { return file == "b.lua" }},
	} {
		r.Baseline = b
		if v := r.Apply(nil, nil, nil); v.Fixed != want {
			t.Errorf("%d problems count as fixed, want %d", v.Fixed, want)
		}
	}
}

// TestNamesAreCodesAndTheirAreas checks the names that can be selected: each
// area once, before its first code.
func TestNamesAreCodesAndTheirAreas(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range Names() {
		area, _, isCode := strings.Cut(name, "/")
		if seen[name] || isCode && !seen[area] {
			t.Errorf("%s is out of place", name)
		}
		seen[name] = true
	}
	for _, c := range diag.Codes {
		if !seen[c.Name] {
			t.Errorf("%s is missing", c.Name)
		}
	}
}

func FuzzComments(f *testing.F) {
	f.Add("a # sleight:ignore content/type, x\n-- sleight:ignore-file\n")
	f.Fuzz(func(t *testing.T, text string) {
		found, faults := comments("a", []byte(text))
		for _, c := range found {
			if c.place.Line < 1 || c.place.Column < 1 {
				t.Errorf("%+v", c)
			}
		}
		for _, d := range faults {
			if d.Place.Line < 1 || d.Place.Column < 1 {
				t.Errorf("%v", d)
			}
		}
	})
}

// TestABaselineIsReadStrictly checks that a file in which one of two lists of
// problems would be ignored, or a misspelt one, is refused.
func TestABaselineIsReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`{"problems": [], "problems": []}`: `this is not a baseline: duplicate key "problems"`,
		`{"problem": []}`:                  `this is not a baseline: unknown key "problem"; did you mean "problems"?`,
	} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
