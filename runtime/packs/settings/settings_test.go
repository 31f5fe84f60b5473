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
		"enable and list":      {enable, "packs:\n  a: ^1.0\n", "packs:\n  a: ^1.0\n  b: \"^1.0\"\n"},
		"enable what is":       {enable, "packs: {b: ^2.0}\n", "packs: {b: ^2.0}\n"},
	} {
		f, faults := Read("sleight.yaml", []byte(c.before))
		if faults != nil {
			t.Fatalf("%s: %v", name, faults)
		}
		if err := c.edit(f); err != nil || string(f.Bytes()) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, f.Bytes(), c.want)
		}
	}
}

// TestAFormThatCannotBeEditedIsRefused checks that an edit never changes the
// meaning of a file in any other way.
func TestAFormThatCannotBeEditedIsRefused(t *testing.T) {
	if _, faults := Read("sleight.yaml", []byte("a: [\n")); !faults.Failed() {
		t.Error("a file that is not YAML is edited")
	}
	for _, text := range []string{"settle: [a]\n", "settle: a\n", "? settle\n: {\n  a/b.c: d\n  }\n# x"} {
		f, faults := Read("sleight.yaml", []byte(text))
		if faults != nil {
			continue
		}
		if err := f.Settle("relic/coin.params.gold", "b"); err != nil && !strings.Contains(err.Error(), "only its author can edit") {
			t.Errorf("%q: %v", text, err)
		} else if n, _ := f.node(); err == nil && n.Get("settle").TextOr("relic/coin.params.gold", "") != "b" {
			t.Errorf("%q becomes %q", text, f.Bytes())
		}
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
