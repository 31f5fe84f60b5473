package codes

import (
	"strings"
	"testing"

	"sleight/runtime/diag"
)

func TestTextTellsWhatTheTableSays(t *testing.T) {
	for _, c := range diag.Codes {
		if text := Text(c.Name); !strings.Contains(text, c.Meaning) || !strings.HasPrefix(text, c.Name) {
			t.Errorf("%s: %s", c.Name, text)
		}
	}
}

func TestTextNamesTheNearestCode(t *testing.T) {
	for code, want := range map[string]string{
		"content/unknown-kye": "unknown code \"content/unknown-kye\"; did you mean \"content/unknown-key\"?\n",
		"unknown-key":         "unknown code \"unknown-key\"; did you mean \"content/unknown-key\"?\n",
		"x":                   "unknown code \"x\"\n",
	} {
		if got := Text(code); got != want {
			t.Errorf("got %q", got)
		}
	}
}

func TestParse(t *testing.T) {
	e := parse("Words.\n\n-- both a --\nx\n-- wrong b (a link) --\ny\n\n-- mended b --\nz\n-- do --\none\ntwo\n")
	if e.Words != "Words." || len(e.Both) != 1 || len(e.Mended) != 1 || strings.Join(e.Commands, ",") != "one,two" {
		t.Errorf("%+v", e)
	}
	if f := e.Wrong[0]; f.Path != "b" || f.Text != "y\n" || f.Nature != "a link" {
		t.Errorf("%+v", f)
	}
}
