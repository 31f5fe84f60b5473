package docs

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"sleight/runtime/author/docs"
	"sleight/schemas"
	"sleight/tests/golden"
)

const root = "../.."

// compare checks that a generated document is up to date.
func compare(t *testing.T, file string, want []byte) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err == nil && bytes.Equal(have, want) {
		return
	}
	if golden.Updating() {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is out of date (go test ./tests/docs -update writes it)%s", file, firstDifference(have, want))
}

// firstDifference returns where two texts begin to differ.
func firstDifference(have, want []byte) string {
	a, b := bytes.Split(have, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			return "\n  in the document: " + string(a[i]) + "\n  as it is now:    " + string(b[i])
		}
	}
	return "; one is longer than the other"
}

// TestReferenceIsUpToDate checks that the committed reference is what sleight
// docs writes.
func TestReferenceIsUpToDate(t *testing.T) {
	pages, err := docs.Pages(schemas.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		compare(t, filepath.Join(root, "docs", "reference", p.Name), p.Text)
	}
}
