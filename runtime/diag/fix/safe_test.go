package fix

import (
	"maps"
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

// TestSafeCountsOnlyProblemsAboutNames checks which of several renames of one word are safe.
func TestSafeCountsOnlyProblemsAboutNames(t *testing.T) {
	problem := func(code, old, now string) diag.Diagnostic {
		d := diag.New(code, diag.Place{File: "a", Line: 1}, "wrong")
		d.Edits = []diag.Edit{{Place: d.Place, Old: old, New: now}}
		return d
	}
	const unknown, other = "script/unknown-name", "content/type"
	for name, c := range map[string]struct {
		text string
		list diag.List
		want []bool
	}{
		"a word that is reported once, of three":           {"bank bank bank", diag.List{problem(unknown, "bank", "bark")}, []bool{false}},
		"a word that is reported twice, of three":          {"bank bank bank", diag.List{problem(unknown, "bank", "bark"), problem(unknown, "bank", "bark")}, []bool{true, true}},
		"another sort of problem does not count":           {"bank bank bank", diag.List{problem(unknown, "bank", "bark"), problem(other, "bank", "bark")}, []bool{false, true}},
		"the new name is declared and the old one repeats": {"bank bank bark", diag.List{problem(unknown, "bank", "bark"), problem("test/invalid", "bank", "bark")}, []bool{false, true}},
		"the new name is used too":                         {"bank bank bark bark", diag.List{problem(unknown, "bank", "bark"), problem(unknown, "bank", "bark")}, []bool{true, true}},
		"a path, of which the first name changes":          {"vasr vasr vasr gold", diag.List{problem(unknown, "vasr.gold", "vars.gold")}, []bool{false}},
		"a path, of which both names change":               {"vasr vasr vasr glod", diag.List{problem(unknown, "vasr.glod", "vars.gold")}, []bool{true}},
		"a name that becomes a path":                       {"gold gold gold", diag.List{problem(unknown, "gold", "vars.gold")}, []bool{true}},
	} {
		var got []bool
		safe := Safe(c.list, []string{"a"}, func(string) ([]byte, bool) { return []byte(c.text), true })
		for _, d := range c.list {
			got = append(got, slices.ContainsFunc(safe, func(s diag.Diagnostic) bool { return s.Code == d.Code }))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
	Safe(diag.List{problem(other, "a", "b")}, []string{"a"}, func(string) ([]byte, bool) {
		t.Error("a file is read, and nothing counts what is in it")
		return nil, false
	})
}

// TestWords states what separates the words of a text.
func TestWords(t *testing.T) {
	counts := map[string]int{"": 0, "a0Z_9z": 0, "A": 0, "z": 0, "Z": 0, "9": 0, "b": 0}
	countWords([]byte("a0Z_9z/A:z@Z[9`b{A é A\u00e9z Z9 9z zZ"), counts)
	want := map[string]int{"": 0, "a0Z_9z": 1, "A": 3, "z": 2, "Z": 1, "9": 1, "b": 1}
	if !maps.Equal(counts, want) {
		t.Errorf("%v, expected %v", counts, want)
	}
}

// TestNoFileIsMade checks that nothing is inserted into a file that is not there.
func TestNoFileIsMade(t *testing.T) {
	if texts, n := Apply(diag.List{one(diag.Edit{Place: place(1, 0, 0), New: "a\n"})}, func(string) ([]byte, bool) { return nil, false }); n != 0 || len(texts) != 0 {
		t.Errorf("%d problems are fixed in %v", n, texts)
	}
}
