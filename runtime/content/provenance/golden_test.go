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

// workspace loads the workspace in an archive.
func workspace(t *testing.T, archive string) *def.Catalog {
	t.Helper()
	text, err := os.ReadFile(archive)
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

// TestOrigins checks the history of every value, present or removed, of every
// definition, and the changes of every pack: in the workspace of package load
// that uses every feature, and in one whose packs change the same values one
// after the other.
func TestOrigins(t *testing.T) {
	origins(t, "../load/testdata/whole/workspace.txtar", "testdata/origins.golden",
		"params", "params.gold", "params.luck", "params.luck.safe", "params.none", "data", "data.a", "data.a.b", "data.a.z", "data.d", "data.d[0]",
		"tags", "tags[old]", "tags[new]", "tags[none]", "entries", "entries[gold]", "entries[gold].weight", "entries[big_coin].weight",
		"hooks.on_dusk", "hooks.on", "hooks", "name.x", "a..b", "nothing")
	origins(t, "testdata/changes.txtar", "testdata/changes.golden",
		"params", "params.gold", "params.gold.default", "params.luck", "params.luck.text", "params.last", "params.last.x", "params.next", "params.next.default", "params.next.safe", "data.turn", "data.turn.default", "data.turn.x", "data", "data.shape", "data.shape.b", "data.shape.default", "data.word", "data.word.default",
		"data.list", "data.list[x]", "data.list[x].n", "data.list[z].n", "data.gone", "data.gone.a", "data.gone.b", "hooks", "hooks.use", "hooks.wake", "hooks.none", "tests", "tags", "tags[new]", "tags[old]")
}

// origins compares all known facts about the values of a workspace, and about
// those at more paths, with a file.
func origins(t *testing.T, archive, file string, more ...string) {
	t.Helper()
	c := workspace(t, archive)
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
		for _, path := range more {
			history(d, path)
		}
	}
	for _, id := range []string{"base", "game", "left", "right", "more", "most", "none"} {
		s, ok := provenance.Summarize(c, id)
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
	golden.Check(t, file, out.String())
}
