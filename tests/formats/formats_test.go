// Package formats_test validates sleight's output for other programs against
// the schemas that those programs publish.
package formats_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
)

// findings returns problems that are hard to encode: of every severity, with
// and without a place, and with characters that are special in the formats.
func findings() map[string]*render.Findings {
	at := diag.Place{File: "content/p q/a:b%,<&>.yaml", Line: 1, Column: 2, Length: 3, Path: "use.targets[0]"}
	hard := "odd: \x1b[31m <&\"'> ]]> ::error:: %0A\r\n, 骰子🎲 \u202e \x00 \xff"
	nasty := &render.Findings{
		Problems: diag.List{
			diag.New("content/unknown-key", at, "%s", hard).WithHint("%s", hard).WithNote(at, "%s", hard).WithNote(diag.Place{}, "nowhere"),
			diag.New("content/empty", diag.Place{}, ""),
			diag.New("content/unknown-key", at, "a repair").WithEdit("abc", hard),
			{Code: "style/modeline", Message: diag.Sentencef("lines"), Place: at, Edits: []diag.Edit{{Place: diag.Place{File: at.File, Line: 1}, Lines: 2, New: hard}}},
			diag.New("content/param-range", diag.Place{File: "/absolute/a.yaml"}, "a file"),
			diag.New("script/refused", diag.Place{File: `C:/w/a.lua`, Line: 3}, "a line"),
			diag.New("script/refused", diag.Place{File: `C:/w/a.lua`, Line: 3}, "a line"),
		},
		Files:   []string{"content/p/clean.yaml", at.File},
		Source:  func(string) ([]byte, bool) { return []byte(hard + "\n" + hard), true },
		Version: hard, Began: time.Now(), Took: time.Second,
	}
	return map[string]*render.Findings{"nasty": nasty, "none": {}}
}

func draw(t *testing.T, format string, f *render.Findings) []byte {
	t.Helper()
	form, ok := render.FormatNamed(format)
	if !ok {
		t.Fatalf("there is no format %s", format)
	}
	var b bytes.Buffer
	if err := form.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSARIFIsValid(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft4
	c.AssertFormat = true
	schema, err := c.Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range findings() {
		text := draw(t, "sarif", f)
		var log any
		if err := json.Unmarshal(text, &log); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%s: %#v\n%s", name, err, text)
		}
	}
	if err := schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{"results": []any{}}}}); err == nil {
		t.Error("the schema takes a run without a tool")
	}
}

func TestJUnitIsValid(t *testing.T) {
	schema, err := os.ReadFile("testdata/junit-4.xsd")
	if err != nil {
		t.Fatal(err)
	}
	x, err := newXSD(schema)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range findings() {
		text := draw(t, "junit", f)
		if err := x.validate(text); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	for _, wrong := range []string{
		`<testsuites><testsuite tests="1"/></testsuites>`,
		`<testsuites><testsuite name="a" tests="1" colour="red"/></testsuites>`,
		`<testsuites><testsuite name="a" tests="1"><system-out/><testcase name="b"/></testsuite></testsuites>`,
		`<testsuites><testsuite name="a" tests="1">text</testsuite></testsuites>`,
		`<testsuites><case/></testsuites>`,
	} {
		if err := x.validate([]byte(wrong)); err == nil {
			t.Errorf("the schema takes %s", wrong)
		}
	}
}

// TestGitHubTextCannotBreakOut checks that nothing in a problem can begin or
// end a workflow command: GitHub reads one from each line.
func TestGitHubTextCannotBreakOut(t *testing.T) {
	for name, f := range findings() {
		lines := strings.Split(strings.TrimSuffix(string(draw(t, "github", f)), "\n"), "\n")
		if len(lines) != len(f.Problems)+1 {
			t.Errorf("%s: %d lines for %d problems and a summary", name, len(lines), len(f.Problems))
		}
		for i, line := range lines {
			_, rest, _ := strings.Cut(line, "::")
			properties, _, command := strings.Cut(rest, "::")
			if last := i == len(lines)-1; command == last {
				t.Errorf("%s: line %d is %q", name, i, line)
			}
			for p := range strings.SplitSeq(properties, ",") {
				if strings.ContainsAny(p, ":\r\x00\x1b") {
					t.Errorf("%s: the property %q is not escaped", name, p)
				}
			}
		}
	}
}

// TestGitLabIssuesAreComplete checks that each issue has what GitLab requires:
// a path, a line and a unique fingerprint.
func TestGitLabIssuesAreComplete(t *testing.T) {
	for name, f := range findings() {
		var issues []struct {
			Description string `json:"description"`
			CheckName   string `json:"check_name"`
			Fingerprint string `json:"fingerprint"`
			Severity    string `json:"severity"`
			Location    struct {
				Path  string `json:"path"`
				Lines struct {
					Begin int `json:"begin"`
				} `json:"lines"`
			} `json:"location"`
		}
		text := draw(t, "gitlab", f)
		if err := json.Unmarshal(text, &issues); err != nil || issues == nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		seen := map[string]bool{}
		for _, i := range issues {
			severity := strings.Contains(" info minor major critical blocker ", " "+i.Severity+" ")
			if i.CheckName == "" || i.Location.Path == "" || i.Location.Lines.Begin < 1 || !severity || seen[i.Fingerprint] {
				t.Errorf("%s: %+v", name, i)
			}
			seen[i.Fingerprint] = true
		}
		if len(seen) != len(f.Problems) {
			t.Errorf("%s: %d fingerprints for %d problems", name, len(seen), len(f.Problems))
		}
	}
}
