package load

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/tests/golden"
)

// options are the options of a loader, and the trees of its roots.
type options struct {
	roots        []Root
	only, around []string
	without      []string
	contained    bool
}

func (o options) String() string {
	var roots []string
	for _, r := range o.roots {
		roots = append(roots, r.Name)
	}
	return fmt.Sprintf("roots %v, only %v, around %v, without %v, contained %v", roots, o.only, o.around, o.without, o.contained)
}

// set tells a loader its options.
func (o options) set(l *Loader) {
	l.SetRoots(o.roots...)
	l.Only(o.only...)
	l.SkipUnneeded(o.around...)
	l.EndQuarantine()
	if o.contained {
		l.Load() // Quarantine leaves out what a load has found
		l.Quarantine(o.without...)
	}
}

// trees returns the roots of an installation: the packs that ship, packs of a
// library and those of a workspace, which replaces one of them.
func trees() (shipped, library, own *fixed) {
	tree := func(files map[string]string) *fixed { return &fixed{MapFS: newWorkspace(files).MapFS} }
	game := func(id string) string { return "{kind: game, id: " + id + ", phases: {play: {}}}\n" }
	shipped = tree(map[string]string{
		"content/chess/pack.yaml": saying("chess", ""), "content/chess/game.yaml": game("chess"),
		"content/dice/pack.yaml": saying("dice", "requires: {shared: ^1.0}\n"), "content/dice/game.yaml": game("dice"),
		"content/shared/pack.yaml": saying("shared", ""), "content/shared/r.yaml": "{kind: relic, id: coin, price: 3}\n---\n{kind: relic, id: purse, extends: coin}\n",
		"content/spare/pack.yaml": saying("spare", ""), "content/spare/r.yaml": "{kind: relic, id: spare}\n",
	})
	library = tree(map[string]string{
		"content/gold/pack.yaml": saying("gold", "games: [dice]\nrequires: {shared: ^1.0}\n"), "content/gold/p.yaml": "{kind: patch, of: relic/coin, set: {price: 5}}\n",
		"content/hard/pack.yaml": saying("hard", "games: [dice]\nrequires: {shared: ^1.0}\n"), "content/hard/p.yaml": "{kind: patch, of: relic/coin, set: {price: 6}}\n",
		"content/queens/pack.yaml": saying("queens", "games: [chess]\nafter: [chess]\n"), "content/queens/r.yaml": "{kind: relic, id: queen}\n",
		"sleight.yaml": "kind: workspace\nformat: 1\nsettle: {relic/coin.price: gold, relic/nothing.price: none}\n",
	})
	own = tree(map[string]string{
		"content/spare/pack.yaml": saying("spare", ""), "content/spare/r.yaml": "{kind: relic, id: mine}\n", "content/spare/art/mine.svg": "<svg",
		"content/broken/pack.yaml": saying("broken", "games: [chess]\n"), "content/broken/r.yaml": "{kind: relic, id: [x]}\n", "scripts/broken/x.lua": "return {}\n",
		"content/needs/pack.yaml": saying("needs", "requires: {broken: ^1.0}\n"), "content/needs/r.yaml": "{kind: relic, id: x, extends: x}\n",
	})
	return shipped, library, own
}

// installation are the options of the tests, by name.
func installation(shipped, library, own *fixed) map[string]options {
	ships := Root{FS: shipped, Name: "shipped", Fixed: true, Optional: true}
	installed := Root{FS: library, Name: "library", Optional: true}
	borrowed := installed
	borrowed.Foreign = true
	mine := Root{FS: own, Name: "mine"}
	feud := Root{FS: &fixed{MapFS: newWorkspace(map[string]string{
		"content/red/pack.yaml": saying("red", "games: [dice]\nrequires: {shared: ^1.0}\n"), "content/red/p.yaml": "{kind: patch, of: relic/coin, set: {price: 5, name: Red}}\n",
		"content/blue/pack.yaml": saying("blue", "requires: {shared: ^1.0}\n"), "content/blue/p.yaml": "{kind: patch, of: relic/coin, set: {price: 6, text: Blue.}}\n---\n{kind: relic, id: twin}\n---\n{kind: relic, id: twin}\n",
	}).MapFS}, Name: "feud"}
	spared := feud
	spared.Optional = true
	desk := Root{FS: &fixed{MapFS: newWorkspace(map[string]string{
		"content/off/pack.yaml": saying("off", ""), "content/unused/pack.yaml": saying("unused", ""), "content/used/r.yaml": "{kind: relic, id: used}\n",
		"sleight.yaml": "{packs: {dice: ^1.0, used: '*'}, kind: workspace, format: 1, disabled: [off, gone]}\n",
	}).MapFS}, Name: "desk"}
	damaged := Root{Name: "lost", MissingPacks: []MissingPack{{ID: "gone", Known: true, Games: []string{"dice"}}}}
	return map[string]options{
		"shipped":           {roots: []Root{ships}},
		"library":           {roots: []Root{ships, installed}},
		"borrowed":          {roots: []Root{ships, borrowed}},
		"all":               {roots: []Root{ships, borrowed, mine, damaged}},
		"a feud":            {roots: []Root{ships, feud}},
		"a feud contained":  {roots: []Root{ships, feud}, contained: true, without: []string{}},
		"a feud without":    {roots: []Root{ships, feud}, contained: true, without: []string{"blue"}},
		"chosen":            {roots: []Root{ships, desk}},
		"chosen contained":  {roots: []Root{ships, desk}, contained: true, without: []string{"off", "used"}},
		"none contained":    {roots: []Root{ships}, only: []string{"dices"}, contained: true},
		"around a feud":     {roots: []Root{ships, spared}, around: []string{"dice"}, contained: true},
		"far from a feud":   {roots: []Root{ships, spared}, around: []string{"chess"}},
		"one of all":        {roots: []Root{ships, borrowed, mine}, only: []string{"dice"}},
		"two of all":        {roots: []Root{ships, borrowed, mine}, only: []string{"queens", "gold"}},
		"none such":         {roots: []Root{ships, borrowed}, only: []string{"dices"}},
		"contained":         {roots: []Root{ships, borrowed, mine, damaged}, contained: true, without: []string{"broken", "needs", "spare"}},
		"too little":        {roots: []Root{ships, borrowed, mine}, contained: true, without: []string{"broken"}},
		"nothing left out":  {roots: []Root{ships, borrowed}, contained: true},
		"less":              {roots: []Root{ships}, contained: true, without: []string{"spare"}},
		"one left out":      {roots: []Root{ships, borrowed}, contained: true, only: []string{"gold", "queens"}, without: []string{"gold", "queens"}},
		"around chess":      {roots: []Root{ships}, around: []string{"chess"}},
		"around dice":       {roots: []Root{ships}, around: []string{"dice"}},
		"around settled":    {roots: []Root{ships, installed}, around: []string{"chess"}},
		"around a pack":     {roots: []Root{ships, mine}, around: []string{"dice"}},
		"around the broken": {roots: []Root{ships, mine}, around: []string{"dice"}, contained: true, without: []string{"broken", "needs", "spare"}},
	}
}

// TestOptions loads the packs of an installation with all options, and checks
// everything that the loader says.
func TestOptions(t *testing.T) {
	all := installation(trees())
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		o := all[name]
		l := NewLoader()
		o.set(l)
		c, problems := l.Load()
		report := rendered(l, c, problems)
		fmt.Fprintf(&out, "\n%s: %s\n", name, o)
		for line := range strings.Lines(report) {
			if notable.MatchString(line) || strings.Contains(line, "[") && !strings.HasPrefix(line, "\t\t") && !strings.HasPrefix(line, "manifest") {
				fmt.Fprintf(&out, "%.400s", line)
			}
		}
		if c != nil {
			for _, d := range c.All() {
				fmt.Fprintf(&out, "\t%s:%s %s\n", d.Pack, d.Key(), d.Data.Show())
			}
		}
		if source, ok := l.Source("mine/scripts/broken/x.lua"); ok {
			fmt.Fprintf(&out, "source %q\n", source)
		}
		fmt.Fprintf(&out, "chosen %v, %d roots, %+v\n", l.Chosen(), len(l.Roots()), l.Stats())
		if got := whole(l); got != report {
			t.Errorf("%s: loading again: %s", name, got)
		}
		fmt.Fprintf(&out, "again %+v\n", l.Stats())
	}
	golden.Check(t, "testdata/options.golden", out.String())
}

// TestUnusedLoader checks that a loader that has loaded nothing knows nothing.
func TestUnusedLoader(t *testing.T) {
	l := NewLoader()
	want := "found [], files [], kinds []\nblamed: packs []; games []; placed true\nnothing is certain\n"
	if got := rendered(l, nil, nil); got != want || len(l.Roots()) > 0 || len(l.Chosen()) > 0 {
		t.Errorf("got %q", got)
	}
	if _, ok := l.Source("sleight.yaml"); ok {
		t.Error("it has the source of a file")
	}
}

// TestAllOptionsFollowEachOther sets any options after any others, and checks that
// the loader says what one says that had no others before. A short test tries a third
// of all pairs, with each option first and second.
func TestAllOptionsFollowEachOther(t *testing.T) {
	all := installation(trees())
	reports := map[string]string{}
	for name, o := range all {
		l := NewLoader()
		o.set(l)
		reports[name] = whole(l)
	}
	names := slices.Sorted(maps.Keys(all))
	for i, before := range names {
		for j, after := range names {
			if testing.Short() && (i+j)%3 > 0 {
				continue
			}
			l := NewLoader()
			all[before].set(l)
			l.Load()
			all[after].set(l)
			if c, problems := l.Reload([]string{}); rendered(l, c, problems) != reports[after] {
				t.Errorf("%s after %s: got\n%s\nwant\n%s", after, before, rendered(l, c, problems), reports[after])
			}
		}
	}
}

// TestEditsOfPacksThatAreLeftOut edits packs that are left out, or cannot change:
// the rest stays as it is.
func TestEditsOfPacksThatAreLeftOut(t *testing.T) {
	shipped, library, own := trees()
	all := installation(shipped, library, own)
	for name, file := range map[string]string{"contained": "mine/content/broken/r.yaml", "shipped": "shipped/content/shared/r.yaml", "around dice": "shipped/content/chess/game.yaml"} {
		l := NewLoader()
		all[name].set(l)
		want := whole(l)
		own.MapFS["content/broken/r.yaml"] = &fstest.MapFile{Data: []byte("{kind: relic, id: repaired}\n")}
		shipped.MapFS["content/shared/r.yaml"] = &fstest.MapFile{Data: []byte("{kind: relic, id: coin, price: 30}\n")}
		c, problems := l.Reload([]string{file})
		if got := rendered(l, c, problems); got != want {
			t.Errorf("%s: after an edit of %s: got\n%s\nwant\n%s", name, file, got, want)
		}
	}
}

// TestOptionsCanChange sets options and edits files in random order, and checks
// each time that a loader that knows them from before says what a new one says.
func TestOptionsCanChange(t *testing.T) {
	shipped, library, own := trees()
	all := installation(shipped, library, own)
	names := slices.Sorted(maps.Keys(all))
	l, r := NewLoader(), rand.New(rand.NewPCG(7, 8))
	originals := map[*fixed]fstest.MapFS{library: maps.Clone(library.MapFS), own: maps.Clone(own.MapFS)}
	var o options
	steps := 250
	if testing.Short() {
		steps = 80
	}
	for i := range steps {
		edited := []string{}
		if o.roots == nil || r.IntN(3) == 0 {
			o = all[names[r.IntN(len(names))]]
			o.set(l)
		} else {
			tree, prefix := library, "library/"
			if r.IntN(2) == 0 {
				tree, prefix = own, "mine/"
			}
			for _, file := range edit(tree.MapFS, originals[tree], r, i) {
				edited = append(edited, prefix+file)
			}
			if o.contained {
				o.set(l)
			}
		}
		fresh := NewLoader()
		o.set(fresh)
		want := whole(fresh)
		c, problems := l.Reload(edited)
		if got := rendered(l, c, problems); got != want {
			t.Fatalf("%d: after edits of %v with %s: got\n%s\nwant\n%s", i, edited, o, got, want)
		}
	}
}

func whole(l *Loader) string {
	c, problems := l.Load()
	return rendered(l, c, problems)
}
