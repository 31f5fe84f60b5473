// Package games_test plays the games that are shipped.
package games_test

import (
	"testing"

	"sleight/content"
	"sleight/runtime/check"
	"sleight/runtime/engine"
	"sleight/runtime/pack"
	"sleight/scripts"
)

// shipped builds the embedded content.
func shipped(t testing.TB) *engine.Content {
	t.Helper()
	folders := pack.Folders{"content": content.Files, "scripts": scripts.Files}
	catalog, problems := pack.NewLoader(pack.Root{FS: folders, Fixed: true}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, more := engine.Build(catalog, nil)
	if c == nil {
		t.Fatal(more)
	}
	if all := append(problems, more...); len(all) > 0 {
		t.Errorf("shipped content has problems:\n%v", all)
	}
	return c
}

func TestEveryShippedContentTestPasses(t *testing.T) {
	results := check.Run(shipped(t), check.Options{})
	if len(results) < 100 {
		t.Errorf("only %d tests stand beside the shipped content", len(results))
	}
	for _, r := range results {
		t.Run(r.Definition.Key()+"/"+r.Name, func(t *testing.T) {
			if r.Problem != nil {
				t.Error(r.Problem)
			}
		})
	}
}
