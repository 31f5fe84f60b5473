// Package shipped builds the shipped content, for tests.
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

// Content returns the shipped content, built once for all tests of a package.
// The test fails if there are problems.
func Content(t testing.TB) *rules.Content {
	t.Helper()
	c, problems := build()
	if c == nil || len(problems) > 0 {
		t.Fatalf("the shipped content has problems:\n%v", problems)
	}
	return c
}

// Disabled returns a sleight.yaml that disables every shipped pack except those
// with the given ids, for workspaces that do not need the others: loading them
// is most of the work of a command.
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

// Root returns the root of the shipped content.
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
