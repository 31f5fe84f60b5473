package layers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/api"
	"sleight/tests/golden"
)

// TestLuacheckKnowsTheAPI checks that .luacheckrc, which editors and CI read,
// lists the functions that scripts may call and no others.
func TestLuacheckKnowsTheAPI(t *testing.T) {
	file := filepath.Join(root, ".luacheckrc")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), "stds.api = {\n  read_globals = {\n")
	_, tail, closed := strings.Cut(rest, "  },\n")
	if !ok || !closed {
		t.Fatal(".luacheckrc has no stds.api")
	}
	want := head + "stds.api = {\n  read_globals = {\n" + apiNames() + "  },\n" + tail
	if want == string(text) {
		return
	}
	if golden.Updating() {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the API in .luacheckrc is out of date (go test ./tests/layers -update writes it); it should be\n%s", apiNames())
}

// apiNames lists the names of the API as Lua source, sorted, in lines of at
// most 90 characters. Values may have fields.
func apiNames() string {
	var names []string
	for _, f := range api.Functions() {
		names = append(names, `"`+f.Name+`",`)
	}
	slices.Sort(names)
	var out strings.Builder
	line := "   "
	for _, name := range names {
		if len(line)+1+len(name) > 90 {
			out.WriteString(line + "\n")
			line = "   "
		}
		line += " " + name
	}
	out.WriteString(line + "\n")
	for _, v := range api.Values() {
		out.WriteString("    " + v.Name + " = { other_fields = true },\n")
	}
	return out.String()
}
