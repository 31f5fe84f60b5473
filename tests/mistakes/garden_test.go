package mistakes

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/scripts"
)

// garden is a shipped pack without problems, into which one mistake at a time is
// inserted and must be found.
type garden struct {
	pack    string
	files   map[string]string // of the pack, as shipped
	fs      fstest.MapFS
	loader  *load.Loader
	linter  lint.Linter
	sound   *rules.Content
	catalog *def.Catalog
	// everySpot lists all values of the sound catalog.
	everySpot func() []spot
}

func newGarden(t *testing.T, name string) *garden {
	t.Helper()
	g := &garden{pack: name, files: map[string]string{}, fs: fstest.MapFS{}}
	for folder, files := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err := fs.WalkDir(files, name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == manifest.File { // which has tests of its own
				return err
			}
			text, err := fs.ReadFile(files, path)
			g.files[folder+"/"+path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range g.files {
		g.fs[path] = &fstest.MapFile{Data: []byte(text)}
	}
	g.loader = load.NewLoader(load.Root{FS: g.fs})
	problems := g.look()
	if len(problems) > 0 || g.sound == nil {
		t.Fatalf("%s is not sound as shipped: %v", name, problems)
	}
	g.everySpot = sync.OnceValue(func() (all []spot) {
		for _, d := range g.catalog.All() {
			walk(d, d.Data, nil, diag.Place{}, func(s spot) { all = append(all, s) })
		}
		return all
	})
	return g
}

// look checks the pack as sleight validate does, and returns the problems.
func (g *garden) look() diag.List {
	catalog, problems := g.loader.Load()
	if catalog == nil {
		return append(problems, quarantine.Partial(g.loader, g.sound)...)
	}
	built, more := rules.Build(catalog, g.sound)
	problems = append(problems, more...)
	if built != nil {
		problems = append(problems, g.linter.Run(built, g.loader.Source)...)
		problems = append(problems, contenttest.CheckNames(built)...)
		if g.sound == nil {
			g.sound, g.catalog = built, catalog
		}
	}
	problems.Sort()
	return slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return d.Severity == diag.Notice })
}

// with makes a mistake, checks the pack, and undoes the mistake.
func (g *garden) with(m mistake) diag.List {
	for path, text := range m.files {
		g.fs[path] = &fstest.MapFile{Data: []byte(text)}
	}
	found := g.look()
	for path := range m.files {
		if text, shipped := g.files[path]; shipped {
			g.fs[path] = &fstest.MapFile{Data: []byte(text)}
		} else {
			delete(g.fs, path)
		}
	}
	return found
}

// paths lists the files with an ending.
func (g *garden) paths(ending string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(g.files)), func(p string) bool { return !strings.HasSuffix(p, ending) })
}

// mistake is one mistake at one place.
type mistake struct {
	files map[string]string // the changed files
	at    diag.Place        // file and line where it was made
	// until is the last line on which it may be reported: a bracket that is
	// never closed is noticed where something else begins.
	until int
	hint  string // text that the hint must contain; empty for none
	what  string // a description for the log
}

// replaced replaces part of a line.
func (g *garden) replaced(file string, line, from, to int, text, hint string) mistake {
	lines := strings.Split(g.files[file], "\n")
	old := lines[line-1]
	lines[line-1] = old[:from] + text + old[to:]
	return mistake{
		files: map[string]string{file: strings.Join(lines, "\n")},
		at:    diag.Place{File: file, Line: line}, hint: hint,
		what: strings.TrimSpace(old) + "  →  " + strings.TrimSpace(lines[line-1]),
	}
}

// without removes whole lines, counted from 1, both included.
func (g *garden) without(file string, first, last int, hint string) mistake {
	lines := strings.Split(g.files[file], "\n")
	what := strings.TrimSpace(lines[first-1]) + "  →  nothing"
	lines = slices.Delete(lines, first-1, last)
	return mistake{files: map[string]string{file: strings.Join(lines, "\n")}, at: diag.Place{File: file, Line: first}, hint: hint, what: what}
}

// found records how well a mistake was found.
type found struct{ any, line, hint, alone bool }

func judge(m mistake, problems diag.List) (f found) {
	f.any = len(problems) > 0
	f.alone = len(problems) == 1
	for _, p := range problems {
		places := []diag.Place{p.Place}
		for _, n := range p.Notes {
			places = append(places, n.Place)
		}
		here := slices.ContainsFunc(places, func(at diag.Place) bool {
			return at.File == m.at.File && (at.Line >= m.at.Line && at.Line <= max(m.at.Line, m.until))
		})
		f.line = f.line || here
		f.hint = f.hint || strings.Contains(p.Message.String()+"\n"+p.Hint.String(), m.hint) && (m.hint != "" || !p.Hint.IsZero() || !p.Message.IsZero())
	}
	return f
}

// misspelt swaps two letters in the middle of a word, as hurried typists do.
func misspelt(word string) string {
	letters := []rune(word)
	for i := len(letters) / 2; i+1 < len(letters); i++ {
		if letters[i] != letters[i+1] && letters[i] != '_' && letters[i+1] != '_' {
			letters[i], letters[i+1] = letters[i+1], letters[i]
			return string(letters)
		}
	}
	for i := len(letters) / 2; i > 0; i-- {
		if letters[i] != letters[i-1] && letters[i] != '_' && letters[i-1] != '_' {
			letters[i], letters[i-1] = letters[i-1], letters[i]
			return string(letters)
		}
	}
	return word + "x"
}
