package docs_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCommittedReferenceIsCurrent checks that every page that this package
// makes is up to date in docs/reference, byte for byte.
func TestCommittedReferenceIsCurrent(t *testing.T) {
	for name, got := range pages(t) {
		want, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "reference", name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s is out of date, `go run ./cmd/sleight docs --write docs/reference` writes it (-committed +made):\n%s", name, diff)
		}
	}
}
