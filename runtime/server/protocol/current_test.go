package protocol_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/server/protocol"
)

// TestCommittedSchemaIsCurrent checks that the published schema in
// docs/reference is up to date, byte for byte.
func TestCommittedSchemaIsCurrent(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "reference", "protocol.json"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(protocol.Schema())); diff != "" {
		t.Errorf("protocol.json is out of date, `go run ./cmd/sleight docs --write docs/reference` writes it (-committed +made):\n%s", diff)
	}
}
