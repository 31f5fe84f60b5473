package codes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
)

func TestTextNamesTheNearestCode(t *testing.T) {
	for code, want := range map[string]string{
		"content/unknown-kye": "unknown code \"content/unknown-kye\"; did you mean \"content/unknown-key\"?\n",
		"unknown-key":         "unknown code \"unknown-key\"; did you mean \"content/unknown-key\"?\n",
		"yaml":                "unknown code \"yaml\"; did you mean \"content/yaml\"?\n",
		"unreadable":          "unknown code \"unreadable\"; did you mean \"file/unreadable\"?\n",
		"file/unreadible":     "unknown code \"file/unreadible\"; did you mean \"file/unreadable\"?\n",
		"x":                   "unknown code \"x\"\n",
	} {
		if got := Text(code); got != want {
			t.Errorf("got %q", got)
		}
	}
}

// written is an example with everything that one can have.
const written = `Words.
On two lines.

-- before a.lua --
zero
-- both b.yaml --
x: 1

  y: 2
-- wrong c (a link) --
-- wrong d.json --
{}

-- fixed e --
z
-- do --
one
two
`

// TestParse checks that each section of an example file is assigned to the right field.
func TestParse(t *testing.T) {
	want := Example{
		Words:    "Words.\nOn two lines.",
		Before:   []File{{Path: "a.lua", Text: "zero\n"}},
		Both:     []File{{Path: "b.yaml", Text: "x: 1\n\n  y: 2\n"}},
		Wrong:    []File{{Path: "c", Text: "\n", Note: "a link"}, {Path: "d.json", Text: "{}\n"}},
		Fixed:    []File{{Path: "e", Text: "z\n"}},
		Commands: []string{"one", "two"},
	}
	if diff := cmp.Diff(want, parse(written)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Example{Words: "Words alone."}, parse("Words alone.\n")); diff != "" {
		t.Error(diff)
	}
}

// TestExamplesOnATerminal checks the order and the format of the parts of an example;
// of a file without text only the name is shown.
func TestExamplesOnATerminal(t *testing.T) {
	want := `Words.
On two lines.

Initially: a.lua
    zero

With: b.yaml
    x: 1

      y: 2

Commands
    one
    two

Wrong: c (a link)

Wrong: d.json
    {}

Fixed: e
    z
`
	if diff := cmp.Diff(want, parse(written).text()); diff != "" {
		t.Error(diff)
	}
	if got := parse("Words alone.").text(); got != "Words alone.\n" {
		t.Errorf("got %q", got)
	}
}

// TestExamplesInTheReference checks the same in Markdown, with the language of
// each file.
func TestExamplesInTheReference(t *testing.T) {
	want := strings.ReplaceAll(`Words.
On two lines.

Initially: a.lua

~~~lua
zero
~~~

With: b.yaml

~~~yaml
x: 1

  y: 2
~~~

Commands

~~~
one
two
~~~

Wrong: c (a link)

Wrong: d.json

~~~json
{}
~~~

Fixed: e

~~~
z
~~~
`, "~~~", "```")
	if diff := cmp.Diff(want, parse(written).markdown()); diff != "" {
		t.Error(diff)
	}
}

// TestEveryExplanationIsShown checks that a code is explained on a terminal and
// in the reference by its file, and that an unknown code has no explanation.
func TestEveryExplanationIsShown(t *testing.T) {
	for _, c := range diag.Codes {
		e, ok := Of(c.Name)
		want := c.Name + " (" + c.Severity.String() + ")\n\n" + c.Meaning + "\n"
		if ok {
			want += "\n" + e.text()
		}
		if diff := cmp.Diff(want, Text(c.Name)); diff != "" {
			t.Errorf("%s: %s", c.Name, diff)
		}
		if got := Markdown(c.Name); ok != (got != "") || ok && got != e.markdown() {
			t.Errorf("%s: %s", c.Name, got)
		}
	}
	if e, ok := Of("content/nothing"); ok || e.Words != "" || Markdown("content/nothing") != "" {
		t.Errorf("%+v", e)
	}
}
