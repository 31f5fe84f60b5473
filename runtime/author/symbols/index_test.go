package symbols_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/author/symbols"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/schemas"
	"sleight/scripts"
)

// shipped returns the files of the shipped content.
func shipped(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for folder, from := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(from, name)
			files[folder+"/"+name] = &fstest.MapFile{Data: text}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// builtIn are the schemas of the built-in kinds, which take longer to read than an
// index takes to build.
var builtIn = sync.OnceValue(func() symbols.Schemas { return symbols.ReadSchemas(schemas.Files) })

// build builds content and its index.
func build(files fs.FS) (*symbols.Index, error) {
	l := load.NewLoader(load.Root{FS: files, Fixed: true})
	catalog, problems := l.Load()
	if catalog == nil {
		return nil, problems
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		return nil, problems
	}
	if names := contenttest.CheckNames(c); names.Failed() {
		return nil, names
	}
	return symbols.Build(symbols.Sources{Content: c, Schemas: builtIn(), Files: l.Files(), Text: l.Source}), nil
}

// renamed returns the files with a symbol renamed at all its uses.
func renamed(files fstest.MapFS, uses []symbols.Use, to string) fstest.MapFS {
	out := fstest.MapFS{}
	maps.Copy(out, files)
	uses = slices.Clone(uses)
	slices.SortFunc(uses, func(a, b symbols.Use) int { return b.Place.Column - a.Place.Column }) // from the right
	for _, u := range uses {
		lines := strings.Split(string(out[u.Place.File].Data), "\n")
		runes := []rune(lines[u.Place.Line-1])
		at := u.Place.Column - 1
		lines[u.Place.Line-1] = string(runes[:at]) + to + string(runes[at+u.Place.Length:])
		out[u.Place.File] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	}
	return out
}

// Renaming a symbol at all its uses nearly always leaves the content valid and
// its tests passing: scripts build some names out of parts, and two kinds may
// use the same id. The server therefore tries each rename before it makes it.
// Parameters and properties are omitted: scripts access those of several kinds
// by one name. Each run tries some of the symbols, a short one two; the nightly one
// tries all.
func TestRenamingKeepsContentValid(t *testing.T) {
	files := shipped(t)
	x, err := build(files)
	if err != nil {
		t.Fatal(err)
	}
	var declared []symbols.Use
	for name := range files {
		for _, u := range x.In(name) {
			if u.Declares && u.Symbol.Category != symbols.Param && u.Symbol.Category != symbols.Property {
				declared = append(declared, u)
			}
		}
	}
	slices.SortFunc(declared, func(a, b symbols.Use) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	step := len(declared) / 6
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		step = 1
	case testing.Short():
		step = (len(declared) + 1) / 2
	}
	tried, broken := 0, []string{}
	for i := 0; i < len(declared); i += step {
		u := declared[i]
		tried++
		if err := sound(renamed(files, x.Uses(u.Symbol), u.Symbol.Short()+"_zq"), u.Place.File); err != nil {
			broken = append(broken, fmt.Sprintf("%s %s: %v", u.Symbol.Category, u.Symbol.Name, err))
		}
	}
	if len(broken)*10 > tried+5 {
		t.Errorf("%d of %d renames break the content:\n%s", len(broken), tried, strings.Join(broken, "\n"))
	}
	t.Logf("%d of %d renames break the content:\n%s", len(broken), tried, strings.Join(broken, "\n"))
}

// sound builds content and runs the tests of a file's pack.
func sound(files fstest.MapFS, file string) error {
	x, err := build(files)
	if err != nil {
		return err
	}
	pack := strings.SplitN(file, "/", 3)[1]
	for _, r := range contenttest.Run(context.Background(), x.Content, contenttest.Options{
		Filter: func(d *def.Definition) bool { return d.Pack == pack },
	}) {
		if !r.Passed {
			return *r.Problem
		}
	}
	return nil
}

// TestLocalsAreNotFunctionsOfModules checks that the local of a line is not taken for a
// function of the module that the line before requires.
func TestLocalsAreNotFunctionsOfModules(t *testing.T) {
	files := shipped(t)
	x, err := build(files)
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		lines := strings.Split(string(file.Data), "\n")
		for _, u := range x.In(name) {
			if u.Declares && u.Symbol.Category == symbols.Function && strings.HasPrefix(lines[u.Place.Line-1], "local ") {
				t.Errorf("%v: %s declares the function %s", u.Place, lines[u.Place.Line-1], u.Symbol.Name)
			}
		}
	}
}
