package replay_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// tossing is a game whose parts can each be changed.
var tossing = map[string]string{
	"content/toss/pack.yaml": "kind: pack\nformat: 1\nid: toss\nversion: 1.0.0\ntitle: Toss\n",
	"content/toss/game.yaml": `kind: game
id: toss
name: Toss
script: game.lua
properties: {relic: {shine: {start: 0}}}
variables: {points: {start: 0}, mana: {start: 9, min: 0}}
zones: {coins: {of: die, label: c, start: [penny]}, luck: {of: relic, label: r, listens: true, start: [clover]}}
values: {worth: {}}
actions: {wait: {}, toss: {cost: {mana: 1}}, rub: {targets: [{name: what, from: luck}]}}
phases: {table: {actions: [wait, toss, rub]}}
`,
	"content/toss/penny.yaml":  "kind: die\nid: penny\nsides: 2\n",
	"content/toss/clover.yaml": "kind: relic\nid: clover\nparams: {luck: 1}\nscript: clover.lua\n",
	"scripts/toss/game.lua": `local sums = require("sums")
return {
  do_rub = function(_, what) what.shine = what.shine + 1 end,
  do_wait = function() vars.points = vars.points end,
  do_toss = function() vars.points = vars.points + modify("worth", sums.twice(1)) end,
}
`,
	"scripts/toss/sums.lua":   "return { twice = function(n) return 2 * n end }\n",
	"scripts/toss/clover.lua": "return {\n  modify_worth = function(self, n)\n    return n + self.luck\n  end,\n}\n",
}

func build(t testing.TB, more map[string]string) *rules.Content {
	t.Helper()
	tree := fstest.MapFS{}
	all := maps.Clone(tossing)
	maps.Copy(all, more)
	for name, text := range all {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems.Error())
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems.Error())
	}
	return c
}

func with(file, old, text string) map[string]string {
	return map[string]string{file: strings.Replace(tossing[file], old, text, 1)}
}

// saved plays the commands and returns the save.
func saved(t testing.TB, c *rules.Content, commands ...string) *save.File {
	t.Helper()
	s, problem := session.New(c, "toss", session.Options{Seed: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, text := range commands {
		if r := s.Run(text); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
	}
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		t.Fatal(err)
	}
	in, problem := save.Read(&b, "toss.json")
	if problem != nil {
		t.Fatal(problem)
	}
	return in
}

// clovers returns a pack that changes the relic by a patch or a hook.
func clovers(change string) map[string]string {
	return map[string]string{
		"content/more/pack.yaml":  "kind: pack\nformat: 1\nid: more\nversion: 2.1.0\ntitle: More\ngames: [toss]\nrequires: {toss: ^1.0}\ncapabilities: [hooks]\n",
		"content/more/patch.yaml": "kind: patch\nof: relic/clover\n" + change,
	}
}

func TestReplayFindsTheFirstDifferentCommandAndItsCause(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "wait", "toss", "toss")
	for name, c := range map[string]struct {
		more             map[string]string
		command          int
		definition, path string
		before, after    string
		at               string
	}{
		"a number":        {with("content/toss/clover.yaml", "luck: 1", "luck: 2"), 2, "relic/clover", "params.luck", "1", "2", "content/toss/clover.yaml:3:16"},
		"a script":        {with("scripts/toss/clover.lua", "n + self", "n - self"), 2, "relic/clover", "script", "return n + self.luck", "return n - self.luck", "scripts/toss/clover.lua:3:1"},
		"a shared script": {with("scripts/toss/sums.lua", "2 * n", "3 * n"), 2, "toss:sums", "script", "return { twice = function(n) return 2 * n end }", "return { twice = function(n) return 3 * n end }", "scripts/toss/sums.lua:1:1"},
		"a cost":          {with("content/toss/game.yaml", "mana: 1", "mana: 2"), 2, "game/toss", "actions.toss.cost.mana", "1", "2", "content/toss/game.yaml:9:41"},
		"what begins":     {with("content/toss/game.yaml", "[penny]", "[penny, penny]"), 0, "game/toss", "zones.coins.start", "[penny]", "[penny, penny]", "content/toss/game.yaml:7:43"},
		"no action":       {with("content/toss/game.yaml", "[wait, toss, rub]", "[wait, rub]"), 2, "game/toss", "phases.table.actions", "[wait, toss, rub]", "[wait, rub]", "content/toss/game.yaml:10:27"},
		"a patch":         {clovers("scale: {params.luck: 3}\n"), 2, "relic/clover", "params.luck", "1", "3", "content/more/patch.yaml:3:22"},
		"a hook":          {clovers("hooks: {modify_worth: wrap}\nlua: |\n  return { modify_worth = function(before, self, n) return 7 end }\n"), 2, "relic/clover", "hooks.modify_worth", "", "wrap hook", "content/more/patch.yaml:3:9"},
	} {
		t.Run(name, func(t *testing.T) {
			r, problem := replay.Between(in, replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: build(t, c.more)})
			if problem != nil || r.Difference == nil {
				t.Fatalf("%+v, problem %v", r, problem)
			}
			d := r.Difference
			if d.Command != c.command || len(d.Causes) != 1 || d.Causes[0].Possible || d.Causes[0].Definition != c.definition || len(d.Causes[0].Values) != 1 {
				t.Fatalf("%+v", d)
			}
			v := d.Causes[0].Values[0]
			if v.Path != c.path || v.Before != c.before || v.After != c.after || v.Place.String() != c.at {
				t.Errorf("%+v at %s", v, v.Place)
			}
		})
	}
}

// TestASaveAloneShowsTheFirstDifferentCommand checks that the outcomes in a
// save are enough to find the first different command, without the content of
// that time.
func TestASaveAloneShowsTheFirstDifferentCommand(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "wait", "toss", "toss")
	r, problem := replay.On(in, replay.Side{Name: "here", Content: base})
	if problem != nil || r.Difference != nil || r.Alike != 3 || r.Hash != in.Hash {
		t.Fatalf("%+v, problem %v", r, problem)
	}
	r, problem = replay.On(in, replay.Side{Name: "here", Content: build(t, with("content/toss/clover.yaml", "luck: 1", "luck: 2"))})
	if problem != nil || r.Difference == nil || r.Difference.Command != 2 || len(r.Difference.Causes) != 1 || r.Difference.Causes[0].Definition != "relic/clover" {
		t.Fatalf("%+v, problem %v", r, problem)
	}
	if got := r.Difference.After.Changes; len(got) != 3 || got[2].About != "points" || got[2].To != "4" {
		t.Errorf("it comes to %+v", got)
	}
	// An additional variable is not a different outcome, though it changes the
	// state.
	r, problem = replay.On(in, replay.Side{Name: "here", Content: build(t, with("content/toss/game.yaml", "points:", "fame: {start: 1}, points:"))})
	if problem != nil || r.Difference != nil || r.Hash == in.Hash || len(r.Other) == 0 {
		t.Errorf("%+v, problem %v", r, problem)
	}
}

// TestRenamesAreNotDifferences checks that renames made by a migration
// are not differences: the log is played with the new names, and outcomes are
// compared by the old ones.
func TestRenamesAreNotDifferences(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "rub clover", "toss", "rub clover#1", "toss")
	renamed := func(edits ...string) *rules.Content {
		edits = append(edits, "clover", "shamrock", "points", "score", "luck:", "fortune:", "from: luck", "from: fortune", "shine", "gloss", "table", "desk", "version: 1.0.0", "version: 1.1.0")
		more := map[string]string{"content/toss/migrations.yaml": "kind: migration\nbefore: 1.1.0\nrename:\n  definitions: {relic/clover: relic/shamrock}\n  variables: {points: score}\n  zones: {luck: fortune}\n  properties: {relic.shine: relic.gloss}\n  phases: {table: desk}\n"}
		for name, text := range tossing {
			for i := 0; i < len(edits); i += 2 {
				text = strings.ReplaceAll(text, edits[i], edits[i+1])
			}
			more[strings.ReplaceAll(name, "clover", "shamrock")] = text
		}
		more["content/toss/clover.yaml"] = "kind: relic\nid: other\n"
		return build(t, more)
	}
	later := renamed("params: {luck: 1}", "params: {charm: 1}", "self.luck", "self.charm")
	for name, play := range map[string]func() (*replay.Report, *diag.Diagnostic){
		"alone": func() (*replay.Report, *diag.Diagnostic) {
			return replay.On(copied(t, in), replay.Side{Name: "here", Content: later})
		},
		"together": func() (*replay.Report, *diag.Diagnostic) {
			return replay.Between(in, replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: later})
		},
		"turned": func() (*replay.Report, *diag.Diagnostic) {
			return replay.Between(in, replay.Side{Name: "there", Content: later}, replay.Side{Name: "here", Content: base})
		},
	} {
		if r, problem := play(); problem != nil || r.Difference != nil || r.Alike != 4 {
			t.Errorf("%s: %+v, problem %v", name, r, problem)
		}
	}
	changed := renamed("params: {luck: 1}", "params: {charm: 1}", "self.luck", "3")
	r, problem := replay.Between(in, replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: changed})
	if problem != nil || r.Difference == nil || r.Difference.Command != 2 || r.Difference.After.Changes[0].About != "score" {
		t.Fatalf("%+v, problem %v", r, problem)
	}
	var out strings.Builder
	write(t, &out, "the definition and a script are renamed and changed", r, problem)
	r, problem = replay.Between(in, replay.Side{Name: "there", Content: changed}, replay.Side{Name: "here", Content: base})
	write(t, &out, "the other way", r, problem)
	golden.Check(t, "testdata/renamed.golden", out.String())
}

// copied returns a copy of a save that may be changed.
func copied(t *testing.T, in *save.File) *save.File {
	t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	out, problem := save.Read(bytes.NewReader(data), "toss.json")
	if problem != nil {
		t.Fatal(problem)
	}
	return out
}

// TestADifferentFinalStateIsReported checks that a state that the log does
// not lead to, such as after an omitted debug command, is reported at the end.
func TestADifferentFinalStateIsReported(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "toss", "lua vars.points = 50")
	in.Commands, in.Outcomes = in.Commands[:1], in.Outcomes[:2]
	r, problem := replay.On(in, replay.Side{Name: "here", Content: base})
	if problem != nil || r.Difference == nil || r.Difference.Command != 2 || r.Difference.Before.Changes[0] != (replay.Change{About: "points", To: "50"}) {
		t.Fatalf("%+v, problem %v", r, problem)
	}
}

func TestALogThatNeitherSideCanPlayIsAnError(t *testing.T) {
	base := build(t, nil)
	in := saved(t, base, "toss")
	in.Commands[0] = "fly"
	if _, problem := replay.Between(in, replay.Side{Name: "a", Content: base}, replay.Side{Name: "b", Content: base}); problem == nil || problem.Code != "save/content" {
		t.Error(problem)
	}
	in.Game = "toast"
	if _, problem := replay.On(in, replay.Side{Name: "here", Content: base}); problem == nil || problem.Code != "save/content" {
		t.Error(problem)
	}
}

// FuzzReplay checks that the log of any save is played or refused.
func FuzzReplay(f *testing.F) {
	base, other := build(f, nil), build(f, with("content/toss/clover.yaml", "luck: 1", "luck: 2"))
	data, err := json.Marshal(saved(f, base, "wait", "toss", "toss"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(bytes.Replace(data, []byte(`"wait"`), []byte(`"lua vars.points = 5"`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, problem := save.Read(bytes.NewReader(data), "toss.json")
		if problem != nil || len(in.Commands) > 20 {
			return
		}
		a, b := replay.Side{Name: "here", Content: base}, replay.Side{Name: "there", Content: other}
		if r, problem := replay.On(in, a); (r == nil) == (problem == nil) {
			t.Fatalf("%v and %v", r, problem)
		}
		if r, problem := replay.Between(in, a, b); (r == nil) == (problem == nil) || problem != nil && problem.Code == "engine/internal" {
			t.Fatalf("%v and %v", r, problem)
		}
	})
}
