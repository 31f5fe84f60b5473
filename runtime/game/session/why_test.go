package session_test

import (
	"testing"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/scripts"
)

// BenchmarkWhyMemoised measures the figures in docs/rationale.md: building all
// shipped content from scratch, and again when nothing has changed though every
// file is read.
func BenchmarkWhyMemoised(b *testing.B) {
	root := load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}}
	b.Run("from nothing", func(b *testing.B) {
		for b.Loop() {
			catalog, _ := load.NewLoader(root).Load()
			rules.Build(catalog, nil)
		}
	})
	b.Run("again", func(b *testing.B) {
		loader := load.NewLoader(root)
		catalog, _ := loader.Load()
		before, _ := rules.Build(catalog, nil)
		for b.Loop() {
			catalog, _ = loader.Load()
			before, _ = rules.Build(catalog, before)
		}
	})
}
