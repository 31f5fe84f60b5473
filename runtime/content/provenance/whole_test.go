package provenance_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/provenance"
	"sleight/tests/golden"
)

var member = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// workspace loads the workspace of package load that uses every feature.
func workspace(t *testing.T) *def.Catalog {
	t.Helper()
	text, err := os.ReadFile("../load/testdata/whole/workspace.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	marks := member.FindAllSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		tree[string(text[m[2]:m[3]])] = &fstest.MapFile{Data: text[m[1]:end]}
	}
	c, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// TestOriginsAreReportedWhole checks the history of every value, present or
// removed, of every definition, and what every pack does.
func TestOriginsAreReportedWhole(t *testing.T) {
	c := workspace(t)
	var out strings.Builder
	history := func(d *def.Definition, path string) {
		steps, ok := provenance.History(c, d, path)
		fmt.Fprintf(&out, "  %q: %v\n", path, ok)
		for _, s := range steps {
			fmt.Fprintf(&out, "    %q %s by %s %s at %s: %s → %s %q\n", s.Path, s.Op, s.Pack, s.Version, s.Place, s.Before.Show(), s.Value.Show(), s.Text)
		}
	}
	for _, d := range c.All() {
		fmt.Fprintf(&out, "%s\n", d.Key())
		history(d, "")
		for _, v := range provenance.Values(c, d) {
			fmt.Fprintf(&out, "  %s is %s from %s, changed by %v\n", v.Path, v.Node.Show(), v.Pack, v.Changers)
			history(d, v.Path)
		}
		for _, path := range []string{
			"params", "params.gold", "params.luck", "params.luck.safe", "params.none", "data", "data.a", "data.a.b", "data.a.z", "data.d", "data.d[0]",
			"tags", "tags[old]", "tags[new]", "tags[none]", "entries", "entries[gold]", "entries[gold].weight", "entries[big_coin].weight",
			"hooks.on_dusk", "hooks.on", "hooks", "name.x", "a..b", "nothing",
		} {
			history(d, path)
		}
	}
	for _, id := range []string{"base", "game", "left", "right", "none"} {
		s, ok := provenance.Of(c, id)
		fmt.Fprintf(&out, "pack %s: %v\n", id, ok)
		if ok {
			fmt.Fprintf(&out, "  %s %s\n", s.Pack.Title, s.Pack.Version)
		}
		for _, d := range s.Adds {
			fmt.Fprintf(&out, "  adds %s\n", d.Key())
		}
		for _, ch := range s.Changes {
			fmt.Fprintf(&out, "  changes %s:%s %d times, from %s\n", ch.Definition.Pack, ch.Definition.Key(), len(ch.Changes), ch.Changes[0].Path)
		}
	}
	golden.Check(t, "testdata/origins.golden", out.String())
}
