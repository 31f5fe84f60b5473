package load

import (
	"testing"

	"sleight/tests/golden"
)

// TestWholeCatalog checks everything in the catalog of a workspace that
// uses every feature: packs, definitions, parameters, scripts, changes, hooks,
// migrations, translations, places and digests.
func TestWholeCatalog(t *testing.T) {
	a := readArchive(t, "testdata/whole/workspace.txtar")
	l := NewLoader(Root{FS: newWorkspace(a.texts)})
	c, problems := l.Load()
	if c == nil {
		t.Fatal(problems)
	}
	golden.Check(t, "testdata/whole/catalog.golden", rendered(l, c, problems))
}
