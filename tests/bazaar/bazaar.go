// Package bazaar is a small test game that uses everything a game can declare:
// variables of every type and look, zones of every visibility, dice with words,
// hit points, costs, targets, phases, temporary changes, random streams,
// metrics, a bot and a translation. Tests compare whole results with golden
// files.
package bazaar

import (
	"embed"
	"io/fs"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

//go:embed content scripts
var files embed.FS

// ID is the id of the game.
const ID = "bazaar"

// Tree returns the files of the game, with paths as in a workspace.
func Tree(t testing.TB) fstest.MapFS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		tree[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// Build builds content from files and fails if there are problems.
func Build(t testing.TB, tree fs.FS) *rules.Content {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil || problems.Failed() {
		t.Fatal(problems)
	}
	return c
}

// New begins the game with two players.
func New(t testing.TB, seed uint64) *session.Session {
	t.Helper()
	s, problem := session.New(Build(t, Tree(t)), ID, session.Options{Seed: seed})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// Written builds content from one pack with one file, content/PACK/game.yaml.
// Warnings are allowed.
func Written(t testing.TB, pack, text string) *rules.Content {
	t.Helper()
	tree := fstest.MapFS{"content/" + pack + "/game.yaml": {Data: []byte(text)}}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil || problems.Failed() {
		t.Fatal(problems)
	}
	return c
}
