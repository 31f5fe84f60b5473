// Package shipped builds the content that comes with the program, for tests.
package shipped

import (
	"slices"
	"sync"
	"testing"

	"sleight/content"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/scripts"
)

// Content is the shipped content, built once for all tests of a package. There
// is nothing to say of it, or the test fails.
func Content(t testing.TB) *rules.Content {
	t.Helper()
	c, problems := build()
	if c == nil || len(problems) > 0 {
		t.Fatalf("the shipped content has problems:\n%v", problems)
	}
	return c
}

// Disabled is a sleight.yaml that disables every shipped pack except those with
// the given ids, for workspaces that have nothing to do with the others: loading
// them is most of the work of a command.
func Disabled(except ...string) []byte {
	entries, err := content.Files.ReadDir(".")
	if err != nil {
		panic(err) // the files are embedded
	}
	text := "kind: workspace\nformat: 1\ndisabled:\n"
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(except, e.Name()) {
			text += "  - " + e.Name() + "\n"
		}
	}
	return []byte(text)
}

// Root is where the shipped content lies.
func Root() load.Root {
	return load.Root{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Name: "embedded", Fixed: true}
}

var build = sync.OnceValues(func() (*rules.Content, diag.List) {
	catalog, problems := load.NewLoader(Root()).Load()
	if catalog == nil {
		return nil, problems
	}
	c, more := rules.Build(catalog, nil)
	return c, append(problems, more...)
})
