package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/content/safefile"
)

// TestEditsKeepEverythingElse checks each edit on files in the forms that
// people write, and compares the text of the whole file.
func TestEditsKeepEverythingElse(t *testing.T) {
	settle := func(f *File) error { return f.Settle("relic/coin.params.gold", "b") }
	disable := func(f *File) error { return f.Disable("b") }
	enable := func(f *File) error { return f.Enable("b", "^1.0") }
	for name, c := range map[string]struct {
		edit         func(*File) error
		before, want string
	}{
		"no file":              {settle, "", "kind: workspace\nformat: 1\nsettle:\n  relic/coin.params.gold: b\n"},
		"no key, no line end":  {settle, "kind: workspace\nformat: 1 # one", "kind: workspace\nformat: 1 # one\nsettle:\n  relic/coin.params.gold: b\n"},
		"empty key":            {settle, "kind: workspace\nsettle: # below\n# end\n", "kind: workspace\nsettle: # below\n  relic/coin.params.gold: b\n# end\n"},
		"block":                {settle, "settle:\n    # why\n    die/d6.sides: a # because\n\n# end\n", "settle:\n    # why\n    die/d6.sides: a # because\n    relic/coin.params.gold: b\n\n# end\n"},
		"flow":                 {settle, "settle: {die/d6.sides: a} # x\n", "settle: {die/d6.sides: a, relic/coin.params.gold: b} # x\n"},
		"empty flow":           {settle, "settle: {}\nformat: 1\n", "settle: {relic/coin.params.gold: b}\nformat: 1\n"},
		"said before":          {settle, "settle:\n  relic/coin.params.gold: old # ü\n", "settle:\n  relic/coin.params.gold: b # ü\n"},
		"said before in flow":  {settle, "settle: {relic/coin.params.gold: old, x/y.z: a}\n", "settle: {relic/coin.params.gold: b, x/y.z: a}\n"},
		"disable":              {disable, "kind: workspace\n", "kind: workspace\ndisabled:\n  - b\n"},
		"disable another":      {disable, "disabled:\n- a # x\nformat: 1\n", "disabled:\n- a # x\n- b\nformat: 1\n"},
		"disable in flow":      {disable, "disabled: [a] # x\n", "disabled: [a, b] # x\n"},
		"disable twice":        {disable, "disabled: [b]\n", "disabled: [b]\n"},
		"enable":               {enable, "kind: workspace\ndisabled:\n  - b # loud\nformat: 1\n", "kind: workspace\nformat: 1\n"},
		"enable first in flow": {enable, "disabled: [b, a]\n", "disabled: [a]\n"},
		"enable last in flow":  {enable, "disabled: [a, b] # x\n", "disabled: [a] # x\n"},
		"enable only in flow":  {enable, "disabled: [b]\n", "disabled: []\n"},
		"enable in block":      {enable, "disabled:\n  - a\n  - b\n  - c\n", "disabled:\n  - a\n  - c\n"},
		"disable, blank lines": {disable, "\n# ours\n\nkind: workspace\ndisabled:\n\n- a # x\n\n- c\nformat: 1\n", "\n# ours\n\nkind: workspace\ndisabled:\n\n- a # x\n\n- c\n- b\nformat: 1\n"},
		"enable under another": {enable, "disabled:\n  - a # loud\n  - b # too\n  - c\n", "disabled:\n  - a # loud\n  - c\n"},
		"enable below a list":  {enable, "packs:\n  a:\n    - ^1.0\n    - ^2.0\nformat: 1", "packs:\n  a:\n    - ^1.0\n    - ^2.0\n  b: \"^1.0\"\nformat: 1"},
		"enable and list":      {enable, "packs:\n  a: ^1.0\n", "packs:\n  a: ^1.0\n  b: \"^1.0\"\n"},
		"enable what is":       {enable, "packs: {b: ^2.0}\n", "packs: {b: ^2.0}\n"},
	} {
		f, problems := Read("sleight.yaml", []byte(c.before))
		if problems != nil {
			t.Fatalf("%s: %v", name, problems)
		}
		if err := c.edit(f); err != nil || string(f.Bytes()) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, f.Bytes(), c.want)
		}
	}
}

// TestAFormThatCannotBeEditedIsRefused checks that an edit never changes the
// meaning of a file in any other way.
func TestAFormThatCannotBeEditedIsRefused(t *testing.T) {
	settle := func(f *File) error { return f.Settle("relic/coin.params.gold", "b") }
	disable := func(f *File) error { return f.Disable("a", "b") }
	enable := func(f *File) error { return f.Enable("a", "^1.0") }
	for text, c := range map[string]struct {
		edit func(*File) error
		want string
	}{
		"settle: [a]\n": {settle, "settle"}, "settle: a\n": {settle, "settle"}, "? settle\n: {\n  a/b.c: d\n  }\n# x": {settle, ""},
		"settle: {relic/coin.params.gold: [old]}\n":            {settle, "settle"},
		"settle:\n  relic/coin.params.gold: |\n    old\n":      {settle, "settle"},
		"settle:\n  relic/coin.params.gold: old\n    and so\n": {settle, "settle"},
		"disabled: b\n": {disable, "disabled"}, "disabled: {a: b}\n": {disable, "disabled"}, "disabled: [\n  c\n]\n": {disable, ""},
		"disabled: a\n": {enable, "disabled"},
	} {
		f, problems := Read("sleight.yaml", []byte(text))
		if problems != nil {
			t.Fatal(problems)
		}
		got := ""
		if err := c.edit(f); err != nil {
			got = err.Error()
		}
		if want := "sleight.yaml, " + c.want + ": it is written in a form that only its author can edit"; got != want && (got != "" || c.want != "") {
			t.Errorf("%q: %q, and it becomes %q", text, got, f.Bytes())
		}
	}
}

// TestFilesThatAreNotSettings checks the errors for files that cannot be read,
// none of which is written, and that a file is not written without a change.
func TestFilesThatAreNotSettings(t *testing.T) {
	for text, want := range map[string]string{
		"a: [\n":     ":1:4: error: a value is missing here [content/yaml]; write a value, or remove the comma; a text that starts with ] or } needs quotes",
		"- a\n":      ":1:1: error: sleight.yaml is one mapping that starts with kind: workspace [pack/workspace]",
		"a: 1\n":     "",
		"a: [b]\n# ": "",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "sleight.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var done []string
		disk := safefile.Disk{Fault: func(operation, _ string) error {
			done = append(done, operation)
			return nil
		}}
		got := ""
		if err := update(disk, dir, func(*File) error { return nil }); err != nil {
			got = strings.ReplaceAll(err.Error(), filepath.ToSlash(dir)+"/", "")
		}
		if want != "" {
			want = "sleight.yaml" + want
		}
		if got != want || len(done) != 1 || done[0] != "read" {
			t.Errorf("%q: %v, after %v", text, got, done)
		}
	}
	refused := errors.New("no")
	if err := Update(t.TempDir(), func(*File) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("an edit that fails gives %v", err)
	}
}

// TestAFailingDiskLeavesTheOldOrTheNewSettings makes the n-th operation of
// settling, disabling and enabling fail, for each n: alone, and together with
// all later ones, like a lost disk. The file is then the old or the new, and
// the edit succeeds when it is tried again.
func TestAFailingDiskLeavesTheOldOrTheNewSettings(t *testing.T) {
	const old = "kind: workspace\nformat: 1\ndisabled: [b] # loud\n"
	for name, c := range map[string]struct {
		edit func(*File) error
		old  string
		new  string
	}{
		"settle":  {func(f *File) error { return f.Settle("die/d6.sides", "a") }, old, old + "settle:\n  die/d6.sides: a\n"},
		"disable": {func(f *File) error { return f.Disable("a", "c") }, old, "kind: workspace\nformat: 1\ndisabled: [b, a, c] # loud\n"},
		"enable":  {func(f *File) error { return f.Enable("b", "*") }, old, "kind: workspace\nformat: 1\ndisabled: [] # loud\n"},
		"create":  {func(f *File) error { return f.Disable("a") }, "", "kind: workspace\nformat: 1\ndisabled:\n  - a\n"},
	} {
		for _, gone := range []bool{false, true} {
			for at, done := 1, false; !done; at++ {
				dir := t.TempDir()
				file := filepath.Join(dir, "sleight.yaml")
				if err := os.WriteFile(file, []byte(c.old), 0o644); err != nil {
					t.Fatal(err)
				}
				if c.old == "" {
					if err := os.Remove(file); err != nil {
						t.Fatal(err)
					}
				}
				left := at
				disk := safefile.Disk{Fault: func(operation, _ string) error {
					if left--; left == 0 || left < 0 && gone {
						return errors.New("the disk fails to " + operation)
					}
					return nil
				}}
				err := update(disk, dir, c.edit)
				done = left > 0
				text, _ := os.ReadFile(file) // which is missing if it was
				if got := string(text); got != c.old && got != c.new || err == nil && got != c.new {
					t.Fatalf("%s, operation %d (and all later: %v): it is %q, with %v", name, at, gone, got, err)
				}
				if err := update(safefile.Disk{}, dir, c.edit); err != nil {
					t.Fatalf("%s again after operation %d: %v", name, at, err)
				}
				if text, err := os.ReadFile(file); err != nil || string(text) != c.new {
					t.Errorf("%s again after operation %d: it is %q, with %v", name, at, text, err)
				}
			}
		}
	}
}
