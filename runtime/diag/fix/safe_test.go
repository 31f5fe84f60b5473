package fix

import (
	"slices"
	"testing"

	"sleight/runtime/diag"
)

// TestFixesDoNotSpreadMisspeltDeclarations checks which renames are not safe: those from a
// name that occurs several times to one that occurs once, and those of a word that also
// occurs elsewhere.
func TestFixesDoNotSpreadMisspeltDeclarations(t *testing.T) {
	texts := map[string]string{
		"game.yaml": "vars: {glod: 0, silver: 0}\nviews: {s: vars.silver}\nkey: 1\n",
		"game.lua":  "vars.gold = 1 vars.gold_left = 2 vars.gold = vars.silvr act(bank) bank() bank()",
	}
	for name, c := range map[string]struct {
		code, old, new string
		sure           bool
	}{
		"the declaration is misspelt": {"script/unknown-name", "gold", "glod", false},
		"the use is misspelt":         {"script/unknown-name", "silvr", "silver", true},
		"one use, one declaration":    {"content/unknown-key", "silvr", "key", true},
		"a key that is used often":    {"content/unknown-key", "gold", "key", false},
		"a name in no file":           {"content/reference", "gold", "golden", true},
		"a word with another meaning": {"test/invalid", "bank", "banked", false},
		"another sort of problem":     {"content/type", "gold", "glod", true},
		"something other than a name": {"script/unknown-name", "vars.gold", "glod", true},
		"an insertion":                {"script/unknown-name", "", "glod", true},
	} {
		d := diag.New(c.code, diag.Place{File: "game.lua", Line: 1, Column: 1}, "wrong")
		d.Edits = []diag.Edit{{Place: d.Place, Old: c.old, New: c.new}}
		list := diag.List{d, diag.New("content/type", d.Place, "no fix")}
		got := Safe(list, []string{"game.lua", "game.yaml"}, func(file string) ([]byte, bool) { return []byte(texts[file]), true })
		if sure := len(got) == 1; sure != c.sure || sure && !slices.Equal(got[0].Edits, d.Edits) || len(list) != 2 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
