package load

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// later is the name of a section that replaces a file in a later step; without
// a text, it deletes the file.
var later = regexp.MustCompile(`^([0-9A-Z]+)/(.*)$`)

// TestScenes loads the workspaces of testdata/scenes and edits them step by step.
// It compares everything that the loader then says: at first the whole, later
// the problems and what differs. After each step, a loader that knows the workspace
// from before must say what a new one says, whether it is told the files or not.
func TestScenes(t *testing.T) {
	for _, name := range archives(t, "testdata/scenes/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a := readArchive(t, name)
			w, steps := newWorkspace(nil), map[string][]string{}
			for _, section := range a.names {
				if m := later.FindStringSubmatch(section); m != nil {
					steps[m[1]] = append(steps[m[1]], m[2])
				} else {
					w.write(section, a.texts[section])
				}
			}
			s := newScene(t, w)
			var out strings.Builder
			fmt.Fprintf(&out, "%s%s", s.report, s.figures)
			for _, step := range slices.Sorted(maps.Keys(steps)) {
				for _, file := range steps[step] {
					if text := a.texts[step+"/"+file]; text != "" {
						w.write(file, text)
					} else {
						delete(w.MapFS, file)
					}
				}
				fmt.Fprintf(&out, "\nstep %s: %s\n%s", step, strings.Join(steps[step], ", "), s.next(t, steps[step]))
			}
			golden.Check(t, strings.TrimSuffix(name, ".txtar")+".golden", out.String())
		})
	}
}

// scene is a workspace with two loaders: one that loads it again after each
// edit, and one that is told what was edited.
type scene struct {
	workspace    workspace
	again, edits *Loader
	catalog      *def.Catalog // nil if it is faulty
	report       string
	figures      string
	older        map[*def.Catalog]string // what was in earlier catalogs
}

func newScene(t *testing.T, w workspace) *scene {
	t.Helper()
	s := &scene{workspace: w, again: NewLoader(Root{FS: w}), edits: NewLoader(Root{FS: w}), older: map[*def.Catalog]string{}}
	s.edits.Load()
	s.load(t, nil)
	return s
}

// next loads the workspace after an edit, and returns the problems, the figures
// and what differs.
func (s *scene) next(t *testing.T, edited []string) string {
	t.Helper()
	before, was := s.catalog, strings.SplitAfter(s.report, "\n")
	problems := s.load(t, edited)
	var out strings.Builder
	dumpProblems(&out, "\t", problems)
	if before != nil && s.catalog != nil {
		out.WriteString(differences(before, s.catalog))
	}
	if s.catalog != nil {
		for _, d := range s.catalog.All() {
			if before == nil || before.Definition(d.Pack, d.Kind, d.ID) == nil || before.Definition(d.Pack, d.Kind, d.ID).Digest != d.Digest {
				fmt.Fprintf(&out, "\t\tnow %s tags %q, %d changes, %d layers\n", d.Data.Show(), d.Tags, len(d.Changes), len(d.Layers))
			}
		}
	}
	for _, line := range strings.SplitAfter(s.report, "\n") {
		if !slices.Contains(was, line) && notable.MatchString(line) {
			out.WriteString("\t" + line)
		}
	}
	return out.String() + s.figures
}

// notable are the lines of a report that are shown if they are new.
var notable = regexp.MustCompile(`^(conflict|found|reach|blamed|pack|spoilt|certain|applied|locale|nothing|\tmodule |\tkeyword|\tcode|\tmigration|\t\t\w+ \S* →)`)

// load loads the workspace with all loaders, which must agree.
func (s *scene) load(t *testing.T, edited []string) diag.List {
	t.Helper()
	fresh := NewLoader(Root{FS: s.workspace})
	catalog, problems := fresh.Load()
	s.report = rendered(fresh, catalog, problems)
	s.catalog, problems = s.again.Load()
	s.agree(t, "loading again", rendered(s.again, s.catalog, problems))
	again := s.again.Stats()
	packs := s.edits.Packs()
	was := slices.Clone(packs)
	c, problems := s.edits.Reload(edited)
	if !slices.Equal(packs, was) {
		t.Fatalf("loading %q has changed packs of an earlier load", edited)
	}
	s.agree(t, fmt.Sprintf("loading %q", edited), rendered(s.edits, c, problems))
	s.figures = fmt.Sprintf("loaded %+v, again %+v, the edited %+v\n", fresh.Stats(), again, s.edits.Stats())
	remembered(t, s.edits)
	if again, _ := s.again.Reload([]string{}); (again == nil) != (s.catalog == nil) || again != nil && again.Digest != s.catalog.Digest {
		t.Fatalf("without an edit, there is another catalog")
	}
	if s.edits.Reload([]string{}); c != nil && len(problems) == 0 && len(s.edits.Conflicts()) == 0 && s.edits.cache != nil {
		if got := s.edits.Stats(); got != (Stats{Files: got.Files}) {
			t.Fatalf("without an edit, %+v", got)
		}
	}
	s.older = unchanged(t, s.older, s.catalog, c)
	return problems
}

// unchanged checks that earlier catalogs are what they were, and returns what is
// in later ones.
func unchanged(t *testing.T, older map[*def.Catalog]string, now ...*def.Catalog) map[*def.Catalog]string {
	t.Helper()
	for c, was := range older {
		if contents(c) != was {
			t.Fatalf("a later load has changed a catalog; it was\n%sand is\n%s", was, contents(c))
		}
	}
	later := map[*def.Catalog]string{}
	for _, c := range now {
		if c != nil {
			later[c] = contents(c)
		}
	}
	return later
}

// remembered checks that what a loader remembers for the next edit is of the
// last load, and has not grown.
func remembered(t *testing.T, l *Loader) {
	t.Helper()
	m := l.cache
	if m == nil {
		return
	}
	m.index()
	var sums []string
	for _, d := range m.catalog.All() {
		sums = append(sums, d.Digest)
	}
	slices.Sort(sums)
	extending := 0
	for i, d := range m.usable {
		if m.at[d] != i || m.x.byKey[d.full] != d || m.x.byName != nil && !slices.Contains(m.x.byName[d.name], d) || l.files[d.file.path] != d.file {
			t.Fatalf("%s is remembered as it was", d.full)
		}
		if d.extends != nil {
			extending++
			if !slices.Contains(m.extending, d) {
				t.Fatalf("it is not remembered that %s extends another", d.full)
			}
		}
	}
	if len(m.at) != len(m.usable) || len(m.extending) != extending || !slices.Equal(m.sums, sums) {
		t.Fatalf("what is remembered has grown")
	}
}

func contents(c *def.Catalog) string {
	var out strings.Builder
	for _, p := range c.Ordered() {
		dumpPack(&out, p)
	}
	dumpCatalog(&out, c)
	return out.String()
}

func (s *scene) agree(t *testing.T, how, report string) {
	t.Helper()
	if report == s.report {
		return
	}
	want, got := strings.SplitAfter(s.report, "\n"), strings.SplitAfter(report, "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("%s has: %s", how, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("%s lacks: %s", how, line)
		}
	}
	if !t.Failed() {
		t.Errorf("%s has another order", how)
	}
	t.FailNow()
}

// TestEveryEditIsLoadedAsIfFresh damages each line of the scenes in one of three ways,
// then edits one or two files at random, and compares all loaders each time.
func TestEveryEditIsLoadedAsIfFresh(t *testing.T) {
	for _, name := range archives(t, "testdata/scenes/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a := readArchive(t, name)
			w := newWorkspace(nil)
			for _, section := range a.names {
				if !later.MatchString(section) {
					w.write(section, a.texts[section])
				}
			}
			s, original := newScene(t, w), maps.Clone(w.MapFS)
			for _, file := range slices.Sorted(maps.Keys(original)) {
				lines := strings.SplitAfter(string(original[file].Data), "\n")
				for i, line := range lines {
					if testing.Short() && i%16 > 0 { // for example, under the race detector
						continue
					}
					damage := []string{"missing", "misspelt", "mistyped"}[i%3]
					if now, ok := damaged(line)[damage]; ok {
						w.write(file, strings.Join(slices.Concat(lines[:i], []string{now}, lines[i+1:]), ""))
						s.load(t, []string{file})
					}
				}
				w.MapFS[file] = original[file]
				s.load(t, []string{file})
			}
			edits := 40
			if testing.Short() {
				edits = 10
			}
			r := rand.New(rand.NewPCG(5, 6))
			for i := range edits {
				var edited []string
				for range 1 + r.IntN(2) {
					edited = append(edited, edit(w.MapFS, original, r, i)...)
				}
				s.load(t, edited)
			}
		})
	}
}
