package schema

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/yaml"
	"sleight/tests/golden"
)

// TestCommonMistakesAreExplained checks, for each schema of testdata/slips.txt and each
// value after it, all problems of the value, with place and remedy.
func TestCommonMistakesAreExplained(t *testing.T) {
	text, err := os.ReadFile("testdata/slips.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		end := strings.Index(line, "} ") + 1
		for strings.Count(line[:end], "{") != strings.Count(line[:end], "}") {
			end += strings.Index(line[end:], "} ") + 1
		}
		_, definitions, _ := strings.Cut(line[:end], `"definitions": `)
		definitions = strings.TrimSuffix(definitions, "}")
		if definitions == "" {
			definitions = "{}"
		}
		kinds, problems := New(map[string]Source{"thing": {Path: "thing.schema.json", Text: fmt.Appendf(nil,
			`{"type": "object", "properties": {"kind": {}, "id": {}, "value": %s}, "definitions": %s}`, line[:end], definitions)}})
		if len(problems) > 0 {
			fmt.Fprintf(&out, "%s\n%s", line[:end], golden.Report(problems))
			continue
		}
		fmt.Fprintf(&out, "%s\n", line[:end])
		for value := range strings.SplitSeq(strings.TrimSpace(line[end:]), " | ") {
			nodes, unreadable := yaml.Parse("f", []byte("kind: thing\nid: x\nvalue: "+value+"\n"))
			if len(nodes) != 1 {
				t.Fatal(unreadable)
			}
			problems := kinds.Check("thing", nodes[0])
			fmt.Fprintf(&out, "  %s: %d\n", value, len(problems))
			for _, d := range problems {
				fmt.Fprintf(&out, "    %d:%d %s %s", d.Place.Line, d.Place.Column, d.Code, d.Message)
				if !d.Hint.IsZero() {
					fmt.Fprintf(&out, "; %s", d.Hint)
				}
				for _, e := range d.Edits {
					fmt.Fprintf(&out, " (%+v)", e)
				}
				out.WriteString("\n")
			}
		}
	}
	golden.Check(t, "testdata/slips.golden", out.String())
}
