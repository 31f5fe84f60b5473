package engine_test

import (
	"testing"

	"sleight/content"
	"sleight/runtime/engine"
	"sleight/runtime/pack"
	"sleight/scripts"
)

// BenchmarkWhyMemoised measures what docs/rationale.md weighs: building all
// shipped content from nothing, and again when nothing has changed though
// every file is read.
func BenchmarkWhyMemoised(b *testing.B) {
	root := pack.Root{FS: pack.Folders{"content": content.Files, "scripts": scripts.Files}}
	b.Run("from nothing", func(b *testing.B) {
		for b.Loop() {
			catalog, _ := pack.NewLoader(root).Load()
			engine.Build(catalog, nil)
		}
	})
	b.Run("again", func(b *testing.B) {
		loader := pack.NewLoader(root)
		catalog, _ := loader.Load()
		before, _ := engine.Build(catalog, nil)
		for b.Loop() {
			catalog, _ = loader.Load()
			before, _ = engine.Build(catalog, before)
		}
	})
}
