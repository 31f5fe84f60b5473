package durability

import (
	"flag"
	"os"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

var (
	long          = flag.Bool("long", false, "kill and save as often as docs/security.md says")
	shippedHashes = flag.String("shipped", "", "a `file` with the hashes of the shipped games on another machine")
)

// shipped builds the content of the repository.
func shipped(t *testing.T) *rules.Content {
	t.Helper()
	return built(t, "../..")
}

// built builds the content of a workspace.
func built(t *testing.T, dir string) *rules.Content {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: os.DirFS(dir), Name: "embedded"}).Load()
	if problems.Failed() {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}
