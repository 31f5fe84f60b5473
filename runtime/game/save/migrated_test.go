package save_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// content builds the content of an archive after edits.
func content(t *testing.T, archive string, edits ...string) *rules.Content {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{}
	for _, f := range a.Files {
		tree[f.Name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(edits...).Replace(string(f.Data)))}
	}
	return bazaar.Build(t, tree)
}

// TestWholeMigrations migrates a save to content that has changed in different
// ways, and compares the notes, the state, the digests and the commands with
// golden files.
func TestWholeMigrations(t *testing.T) {
	old := content(t, "testdata/old.txtar")
	s, problem := session.New(old, "toss", session.Options{Seed: 4})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, text := range []string{"toss", "rub clover", "rub r3", "lua vars.points = vars.points + 1", "toss"} {
		if r := s.Run(text); !r.OK() {
			t.Fatal(text, r.Refusal, r.Problem)
		}
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	const fine = "saved.variables.score = saved.variables.score * 10"
	for _, c := range []struct {
		name    string
		content *rules.Content
		edit    func(*save.File)
	}{
		{"the same content", old, nil},
		{"edited content", content(t, "testdata/old.txtar", "start: 9", "start: 8", "rarity: rare", "rarity: common"), nil},
		{"two versions later", content(t, "testdata/new.txtar", "SCRIPT", fine), nil},
		{"two versions later, saved in between", content(t, "testdata/new.txtar", "SCRIPT", fine), func(f *save.File) { f.Packs[0].Version = "1.1.0" }},
		{"two versions later, saved today", content(t, "testdata/new.txtar", "SCRIPT", fine), func(f *save.File) { f.Packs[0].Version = "1.2.0" }},
		{"two versions later, of an unknown version", content(t, "testdata/new.txtar", "SCRIPT", fine), func(f *save.File) { f.Packs = f.Packs[1:] }},
		{"a script that changes the phase", content(t, "testdata/new.txtar", "SCRIPT", `saved.phase = "desk" saved.variables.power = 3`), nil},
		{"a script that fails", content(t, "testdata/new.txtar", "SCRIPT", "saved.variables.score = nil + 1"), nil},
		{"a script that breaks the phase", content(t, "testdata/new.txtar", "SCRIPT", "saved.phase = 3"), nil},
		{"a replacement", content(t, "testdata/new.txtar", "SCRIPT", "", "relic/dud: none", "relic/dud: relic/stone", "text: Better names.\n", ""), nil},
		{"a name that is taken", content(t, "testdata/new.txtar", "SCRIPT", ""), func(f *save.File) { f.State.Vars[6].Name = "score" }},
		{"more than a game may have", content(t, "testdata/new.txtar", "SCRIPT", ""), func(f *save.File) { f.State.Entities = make([]state.SavedEntity, state.MaxEntities+1) }},
		{"an unknown game", content(t, "testdata/new.txtar", "SCRIPT", ""), func(f *save.File) { f.Game = "other" }},
	} {
		in, problem := save.Read(bytes.NewReader(file.Bytes()), "toss.json")
		if problem != nil {
			t.Fatal(problem)
		}
		if c.edit != nil {
			c.edit(in)
		}
		fmt.Fprintf(&out, "== %s ==\n", c.name)
		look(&out, c.content, in)
		did, at, problem := in.Migrate(c.content)
		for _, text := range did {
			fmt.Fprintf(&out, "%s\n", text)
		}
		if problem != nil {
			refused(&out, in, at, problem)
			continue
		}
		text, err := json.Marshal(in.State)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 10_000 {
			fmt.Fprintf(&out, "%s\n", strings.ReplaceAll(string(text), `},{`, "},\n {"))
		}
		fmt.Fprintf(&out, "definitions %q\n", slices.Sorted(maps.Keys(in.Definitions)))
	}
	golden.Check(t, "testdata/migrated.golden", out.String())
}

// look writes how a save differs from content, and its commands.
func look(out *strings.Builder, c *rules.Content, in *save.File) {
	g, ok := c.Game(in.Game)
	if !ok {
		fmt.Fprintln(out, "no such game")
		return
	}
	for _, text := range in.Differences(g) {
		fmt.Fprintf(out, "differs: %s\n", text)
	}
	for _, key := range []string{"relic/clover", "relic/stone", "relic/none", "die/penny"} {
		fmt.Fprintf(out, "%s is the same: %v\n", key, in.Same(c.Catalog, key))
	}
	for _, m := range in.Awaiting(g) {
		fmt.Fprintf(out, "awaits %s %s\n", m.Pack, m.Before)
	}
	r := in.Renames(g)
	fmt.Fprintf(out, "renames %v: %s is %s, %s was %s\n", r != nil, "relic/clover", r.Now(def.CategoryDefinition, "relic/clover"), "score", r.Then(def.CategoryVariable, "score"))
	for _, text := range append(slices.Clone(in.Commands), " lua clover", "rub relic/clover#2", "rub trefoil  penny") {
		fmt.Fprintf(out, "  %s\n", r.Command(text))
	}
}

// refused writes the reason why a save cannot be loaded.
func refused(out *strings.Builder, in *save.File, at *def.Migration, problem *diag.Diagnostic) {
	d := in.RefuseMigration(at, problem)
	fmt.Fprintf(out, "refused: %s at %s (%s)\n", d.Message, d.Place, d.Hint)
	for _, n := range d.Notes {
		fmt.Fprintf(out, "  %s: %s\n", n.Place, n.Message)
	}
}

// TestTwoProgramsShareAProfile plays two games at once that begin with the same
// profile, and then another in the program that wrote first.
func TestTwoProgramsShareAProfile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "profile.json")
	start := rules.Profile{"games": state.Num(0), "grapnel": state.Truth(false), "lamp": state.Truth(false)}
	var programs [2]*save.ProfileFile
	for i := range programs {
		k, problem := save.OpenProfile(name)
		if problem != nil {
			t.Fatal(problem)
		}
		k.Begin(start)
		programs[i] = k
	}
	for i, now := range []rules.Profile{
		{"games": state.Num(1), "grapnel": state.Truth(true), "lamp": state.Truth(false)},
		{"games": state.Num(1), "grapnel": state.Truth(false), "lamp": state.Truth(true)},
	} {
		if err := programs[i].Save(now); err != nil {
			t.Fatal(err)
		}
	}
	if err := programs[1].Save(rules.Profile{"games": state.Num(2), "grapnel": state.Truth(false), "lamp": state.Truth(true)}); err != nil {
		t.Fatal(err)
	}
	want := rules.Profile{"games": state.Num(2), "grapnel": state.Truth(true), "lamp": state.Truth(true)}
	if got := programs[0].Values(); !maps.Equal(got, want) {
		t.Errorf("the next game begins with %v, want %v", got, want)
	}
}

// TestProfilesOutliveGames checks that a profile file keeps the changes of
// games, and refuses files that are not profiles.
func TestProfilesOutliveGames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "profile.json")
	for text, want := range map[string]string{
		"{":                     "this profile cannot be loaded: it ends too early",
		`{"sleight_profile":9}`: "this profile cannot be loaded: its format 9 is not 1",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if k, problem := save.OpenProfile(name); k != nil || problem == nil || problem.Message.String() != want || problem.Place.File != name || problem.Hint.String() != "delete it to start with a new profile" {
			t.Errorf("%s: %v", text, problem)
		}
	}
	if _, problem := save.OpenProfile(filepath.Dir(name)); problem == nil || !strings.HasPrefix(problem.Message.String(), "this profile cannot be loaded: it cannot be read: ") {
		t.Errorf("a folder is a profile: %v", problem)
	}
	var none *save.ProfileFile
	if none.Begin(rules.Profile{"a": state.Num(1)}); none.Values() != nil || none.Save(rules.Profile{"a": state.Num(2)}) != nil {
		t.Error("no profile keeps something")
	}
	os.Remove(name)
	open := func() *save.ProfileFile {
		k, problem := save.OpenProfile(name)
		if problem != nil {
			t.Fatal(problem)
		}
		return k
	}
	k := open()
	if k.Values() == nil || len(k.Values()) != 0 {
		t.Errorf("a new profile has %v", k.Values())
	}
	k.Begin(rules.Profile{"games": state.Num(0), "best": state.Num(0)})
	for _, now := range []rules.Profile{nil, {"games": state.Num(0), "best": state.Num(0)}} {
		if err := k.Save(now); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name); err == nil {
			t.Error("an unchanged profile was written")
		}
	}
	if err := k.Save(rules.Profile{"games": state.Num(1), "best": state.Num(0), "new": state.Num(0)}); err != nil {
		t.Fatal(err)
	}
	if want := (rules.Profile{"games": state.Num(1), "new": state.Num(0)}); !maps.Equal(open().Values(), want) {
		t.Errorf("kept %v, want %v", open().Values(), want)
	}
	k = open()
	k.Begin(rules.Profile{"games": state.Num(0)}) // an old save
	if err := k.Save(rules.Profile{"games": state.Num(0), "best": state.Num(7)}); err != nil {
		t.Fatal(err)
	}
	if want := (rules.Profile{"games": state.Num(1), "new": state.Num(0), "best": state.Num(7)}); !maps.Equal(open().Values(), want) {
		t.Errorf("kept %v, want %v", open().Values(), want)
	}
}
