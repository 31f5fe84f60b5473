package behaviour

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// versions is a game, a pack for it and another game, before an update.
var versions = map[string]string{
	"content/pig/pack.yaml": "{kind: pack, format: 1, id: pig, version: 1.0.0, title: Pig}",
	"content/pig/game.yaml": `
kind: game
id: pig
variables: {points: {start: 0}, turns: {start: 0}}
actions: {roll: {}, hold: {}}
phases: {play: {actions: [roll, hold]}}
params: {goal: 6}
lua: |
  return {
    do_roll = function(self)
      vars.turns = vars.turns + 1
      vars.points = vars.points + 2
      if vars.points >= self.goal then win("Done.") end
    end,
    do_hold = function(self) vars.turns = vars.turns + 1 end,
  }
tests:
  - {name: a roll gives two points, do: roll, expect: {points: 2}}
  - {name: holding gives none, do: hold, expect: {points: 0}}
  - {name: it counts turns, do: hold, expect: {turns: 1}}
  - {name: this fails already, do: hold, expect: {turns: 7}}
`,
	"content/pig/die.yaml":    "{kind: die, id: d6, name: Six, sides: 6, data: {a: 1, b: 2, list: [1, 2]}}\n---\n{kind: die, id: d8, sides: 8}\n---\n{kind: relic, id: same, lua: 'return {}'}\n",
	"content/more/pack.yaml":  "{kind: pack, format: 1, id: more, version: 1.0.0, title: More, games: [pig], requires: {pig: ^1.0}}",
	"content/more/patch.yaml": "{kind: patch, of: die/d6, set: {text: Patched.}}",
	"content/other/pack.yaml": "{kind: pack, format: 1, id: other, version: 1.0.0, title: Other}",
	"content/other/game.yaml": "{kind: game, id: other, phases: {play: {actions: [go]}}, actions: {go: {}}, lua: \"return {do_go = function() win('x') end}\"}",
}

// built returns the content of versions after edits of files: pairs of old and
// new text for each file.
func built(t *testing.T, edits map[string][]string) *rules.Content {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range versions {
		tree[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(edits[name]...).Replace(text))}
	}
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// TestVersionsAreComparedByBehaviour checks the whole report of an update: the
// tests that changed, and the shortest game that differs.
func TestVersionsAreComparedByBehaviour(t *testing.T) {
	const game = "content/pig/game.yaml"
	for name, x := range map[string]struct {
		edits map[string][]string
		packs []string
		want  string
	}{
		"nothing":             {nil, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20}`},
		"another pack's game": {map[string][]string{game: {"+ 2", "+ 3"}}, []string{"other"}, `{"tests":0,"saves":0,"games":4,"commands":4}`},
		"a pack for the game": {nil, []string{"more"}, `{"tests":0,"saves":0,"games":4,"commands":20}`},
		"points": {map[string][]string{game: {"+ 2", "+ 3"}}, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20,
			"changed":[{"definition":"pig:game/pig","name":"a roll gives two points","what":"fails"}],"log":["roll"]}`},
		"a goal":      {map[string][]string{game: {"goal: 6", "goal: 4"}}, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20,"log":["roll","roll"]}`},
		"a later end": {map[string][]string{game: {"goal: 6", "goal: 8"}}, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20,"log":["roll","roll","roll"]}`},
		"tests only": {map[string][]string{game: {"points: 0}}\n", "points: 0, turns: 1}}\n", "it counts turns", "it counts", "turns: 7", "turns: 8"}}, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20,
			"changed":[{"definition":"pig:game/pig","name":"holding gives none","what":"changed"},{"definition":"pig:game/pig","name":"it counts turns","what":"gone"}]}`},
		"an action gone": {map[string][]string{game: {"actions: [roll, hold]", "actions: [roll]"}}, []string{"pig"}, `{"tests":3,"saves":0,"games":4,"commands":20,
			"changed":[{"definition":"pig:game/pig","name":"holding gives none","what":"fails"},{"definition":"pig:game/pig","name":"it counts turns","what":"fails"}],"log":["hold"]}`},
	} {
		r, err := Compare(context.Background(), built(t, nil), built(t, x.edits), Options{Packs: x.packs, Games: 4, MaxCommands: 50})
		if err != nil {
			t.Fatal(err)
		}
		if differs := len(r.Changed) > 0 || len(r.Log) > 0; r.Differs() != differs || (r.Shortest != nil) != (len(r.Log) > 0) {
			t.Errorf("%s: it differs: %v; the shortest game %+v", name, r.Differs(), r.Shortest)
		}
		r.Shortest = nil
		var got, want any
		text, _ := json.Marshal(r)
		if err := json.Unmarshal([]byte(x.want), &want); err != nil {
			t.Fatal(err)
		}
		_ = json.Unmarshal(text, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestGamesAreBounded checks that no game has more commands than the options
// allow.
func TestGamesAreBounded(t *testing.T) {
	r, err := Compare(context.Background(), built(t, nil), built(t, nil), Options{Packs: []string{"pig"}, Games: 4, MaxCommands: 2})
	if err != nil || r.Games != 4 || r.Commands != 8 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestTheShortestGameThatDiffersIsReported compares a game of chance, whose
// versions differ at a number of points that few games come to: the report is on
// the first of those that come to it soonest.
func TestTheShortestGameThatDiffersIsReported(t *testing.T) {
	chance := func(goal string) *rules.Content {
		return built(t, map[string][]string{"content/pig/game.yaml": {
			"vars.points + 2", `vars.points + random("roll", 1, 6)`, "vars.points >= self.goal", "vars.points == self.goal or vars.points > 40", "goal: 6", "goal: " + goal,
		}})
	}
	for _, c := range []struct{ before, now, want string }{
		{"14", "11", "24 games, 450 commands; pig with the seed 8195237237126968761, which differs after command 3 of 3"},
		{"30", "29", "24 games, 532 commands; pig with the seed 14646652180046636950, which differs after command 8 of 8"},
		{"40", "33", "24 games, 565 commands; pig with the seed 14072917602864530048, which differs after command 10 of 10"},
	} {
		r, err := Compare(context.Background(), chance(c.before), chance(c.now), Options{Packs: []string{"pig"}, Games: 24, MaxCommands: 80})
		if err != nil || r.Shortest == nil {
			t.Fatalf("%+v, %v", r, err)
		}
		got := fmt.Sprintf("%d games, %d commands; %s with the seed %d, which differs after command %d of %d", r.Games, r.Commands, r.Shortest.Game, r.Shortest.Seed, r.Shortest.Difference.Command, len(r.Log))
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestTheGamesOwnBotsPlayToo changes a die that comes into play only if somebody rolls twelve
// times and never holds. A game's own bot does, random ones do not.
func TestTheGamesOwnBotsPlayToo(t *testing.T) {
	version := func(sides, bot string) *rules.Content {
		return built(t, map[string][]string{
			"content/pig/game.yaml": {"params: {goal: 6}", "zones: {bag: {of: die, label: b}}", "if vars.points >= self.goal then win(\"Done.\") end", "if vars.points == 24 then vars.turns = add(\"d6\", \"bag\").sides end"},
			"content/pig/die.yaml":  {"sides: 6", "sides: " + sides, "id: d6", "id: d6, text: With " + sides, "{kind: relic", bot + "{kind: relic"},
		})
	}
	const eager = "{kind: bot, id: eager, game: pig, lua: 'return { choose = function() return \"roll\" end }'}\n---\n"
	for _, c := range []struct{ bot, now, want string }{
		{"", "6", "4 games, in play: all, differs: false"},
		{"", "8", "4 games, not in play: [pig:die/d6], differs: false"},
		{eager, "6", "8 games, in play: all, differs: false"},
		{eager, "8", "8 games, in play: all, differs: true"},
	} {
		r, err := Compare(context.Background(), version("6", c.bot), version(c.now, c.bot), Options{Packs: []string{"pig"}, Games: 4, MaxCommands: 12})
		if err != nil {
			t.Fatal(err)
		}
		inPlay := "in play: all"
		if len(r.Unseen) > 0 {
			inPlay = fmt.Sprint("not in play: ", r.Unseen)
		}
		if got := fmt.Sprintf("%d games, %s, differs: %v", r.Games, inPlay, r.Shortest != nil); got != c.want {
			t.Errorf("%q, %s sides: got %s, want %s", c.bot, c.now, got, c.want)
		}
	}
}

// TestAComparisonCanBeCancelled checks that it ends with the context's error.
func TestAComparisonCanBeCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Compare(ctx, built(t, nil), built(t, nil), Options{Packs: []string{"pig"}, Games: 4, MaxCommands: 50}); err == nil {
		t.Error("a cancelled comparison has a result")
	}
}

// TestAGameThatCannotStartIsNotCompared checks that the error says why.
func TestAGameThatCannotStartIsNotCompared(t *testing.T) {
	before := built(t, map[string][]string{"content/pig/game.yaml": {"do_roll =", "start = function() error(\"no dice\") end,\n    do_roll ="}})
	r, err := Compare(context.Background(), before, built(t, nil), Options{Packs: []string{"pig"}, Games: 4, MaxCommands: 50})
	if r != nil || err == nil || !strings.Contains(err.Error(), "no dice") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestVersionsThatAllowOtherBehaviour checks which version numbers allow
// different behaviour.
func TestVersionsThatAllowOtherBehaviour(t *testing.T) {
	for versions, want := range map[string]bool{
		"1.0.0 1.0.1": false, "1.0.0 1.1.0": true, "1.0.0 2.0.0": true, "1.0.0 1.0.0": false, "1.2.0 1.1.0": false, "2.0.0 1.9.0": false, "1.1.0 2.1.0": true,
		"x 1.0.0": true, "1.0.0 x": false, "0.1.0 0.2.0": true, "0.1.0 0.1.1": false,
	} {
		before, now, _ := strings.Cut(versions, " ")
		if got := MayDiffer(before, now); got != want {
			t.Errorf("%s: got %v", versions, got)
		}
	}
}

// TestChangesInWords checks the whole draft of a changelog.
func TestChangesInWords(t *testing.T) {
	before := built(t, nil).Catalog
	now := built(t, map[string][]string{
		"content/pig/game.yaml":   {"+ 2", "+ 3", "goal: 6", "goal: 9", "phases:", "text: New.\nphases:", "it counts turns", "it counts"},
		"content/pig/die.yaml":    {"sides: 6", "sides: 10", "a: 1, b: 2, list: [1, 2]", "b: 3, c: 4, list: [" + strings.Repeat("1, ", 30) + "2]", "{kind: die, id: d8, sides: 8}", "{kind: die, id: d20, sides: 20}", "id: same,", "id: same, text: Now with a text.,", "'return {}'", "'return { }'"},
		"content/more/patch.yaml": {"text: Patched.", "text: Patched again."},
	}).Catalog
	want := `## 1.1.0

- Changed: die Six: sides 6 → 10; data.b 2 → 3; new data.c; data.list is another; without data.a; text Patched. → Patched again.
- Gone: die d8.
- Changed: game Pig: new text; params.goal 6 → 9; it behaves differently.
- Changed: relic Same: new text; it behaves differently.
- New: die d20.
`
	if diff := cmp.Diff(want, Draft(before, now, "pig", "1.1.0")); diff != "" {
		t.Error(diff)
	}
	text := func(letter string, n int) []string {
		return []string{"phases:", "text: " + strings.Repeat(letter, n) + "\nphases:"}
	}
	for _, c := range []struct {
		what       string
		edits, and []string
		want       string
	}{
		{"one value", nil, []string{"goal: 6", "goal: 9"}, "params.goal 6 → 9"},
		{"a value that is now a list", nil, []string{"goal: 6", "goal: {default: 6}"}, "params.goal 6 → {default: 6}"},
		{"a list that is now one value", []string{"goal: 6", "goal: {default: 6, safe: [1, 9]}"}, nil, "params.goal {default: 6, safe: [1, 9]} → 6"},
		{"a field that goes", text("x", 5), nil, "without text"},
		{"short texts", text("x", 30), text("y", 30), "text " + strings.Repeat("x", 30) + " → " + strings.Repeat("y", 30)},
		{"long texts", text("x", 30), text("y", 31), "text is another"},
	} {
		from, to := built(t, map[string][]string{"content/pig/game.yaml": c.edits}).Catalog, built(t, map[string][]string{"content/pig/game.yaml": c.and}).Catalog
		if got, want := Draft(from, to, "pig", "2.0.0"), "## 2.0.0\n\n- Changed: game Pig: "+c.want+".\n"; got != want {
			t.Errorf("%s: %q, want %q", c.what, got, want)
		}
	}
	if got := Draft(before, now, "more", "1.1.0"); !strings.Contains(got, "- Changed: die Six (of pig): ") || !strings.Contains(got, "- New: die d20 (of pig).") {
		t.Errorf("for another pack: %s", got)
	}
	if got := Draft(before, built(t, map[string][]string{"content/pig/game.yaml": {"it counts turns", "it counts"}}).Catalog, "pig", "1.1.0"); got != "" {
		t.Errorf("tests alone are a change: %s", got)
	}
}

// TestSectionsAreAddedOnce checks where a section of a changelog goes.
func TestSectionsAreAddedOnce(t *testing.T) {
	const section = "## 1.1.0\n\n- New.\n"
	for before, want := range map[string]string{
		"":                                  "# Changelog\n\n" + section,
		"\n":                                "# Changelog\n\n" + section,
		"# Changelog\n":                     "# Changelog\n\n" + section,
		"# Changelog\n\nAll of it.\n\n":     "# Changelog\n\nAll of it.\n\n" + section,
		"## 1.0.0\n\n- Old.\n":              section + "\n## 1.0.0\n\n- Old.\n",
		"# Changelog\n\n## 1.0.0\n":         "# Changelog\n\n" + section + "\n## 1.0.0\n",
		"# Changelog\n\n## 1.1.0\n\n- Mine": "# Changelog\n\n## 1.1.0\n\n- Mine",
		"## 1.1.0 (2026)\n\n- Mine":         "## 1.1.0 (2026)\n\n- Mine",
		"# C\n\n  ## 1.1.0  \n":             "# C\n\n  ## 1.1.0  \n",
		"\n## 1.0.0\n\n- Old.\n":            "\n" + section + "\n## 1.0.0\n\n- Old.\n",
		"# C\n\n## 1.1.01\n":                "# C\n\n" + section + "\n## 1.1.01\n",
	} {
		if diff := cmp.Diff(want, Prepend(before, section)); diff != "" {
			t.Errorf("%q: %s", before, diff)
		}
	}
}

// TestRecordedGamesAreComparedToo checks that a save shipped with a pack is
// played on both versions, that its game is cut to the commands that show the
// difference, and the report on each side; broken saves are left to their
// tests.
func TestRecordedGamesAreComparedToo(t *testing.T) {
	s, problem := session.New(built(t, nil), "pig", session.Options{Seed: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	for _, command := range []string{"hold", "roll", "hold", "hold", "roll", "hold"} {
		if r := s.Do(session.Command{Action: command}); !r.OK() {
			t.Fatal(r)
		}
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	versions["content/pig/saves/long.json"], versions["content/pig/saves/odd.json"] = file.String(), "{"
	t.Cleanup(func() {
		delete(versions, "content/pig/saves/long.json")
		delete(versions, "content/pig/saves/odd.json")
	})
	// Only the second roll differs, and no holding matters to it.
	now := built(t, map[string][]string{"content/pig/game.yaml": {"vars.points = vars.points + 2", "vars.points = vars.points + (vars.points == 2 and 3 or 2)", "goal: 6", "goal: 60"}})
	before := built(t, map[string][]string{"content/pig/game.yaml": {"goal: 6", "goal: 60"}})
	r, err := Compare(context.Background(), before, now, Options{Packs: []string{"pig", "none"}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Tests != 3 || r.Games != 0 || r.Saves != 1 || strings.Join(r.Log, " ") != "roll roll" || r.Shortest == nil || r.Shortest.Difference.Before.On != "before" || r.Shortest.Difference.After.On != "now" || r.Shortest.Difference.Command != 2 || r.Shortest.Seed != 3 {
		t.Errorf("%+v, shortest %+v", r, r.Shortest)
	}
}

// TestRecordedGamesKeepTheirPlayers checks that a save is played by as many as
// played it: the versions differ for three only.
func TestRecordedGamesKeepTheirPlayers(t *testing.T) {
	edits := func(points string) map[string][]string {
		return map[string][]string{"content/pig/game.yaml": {"phases:", "players: {min: 2, max: 3}\nphases:", "vars.points + 2", "vars.points + " + points}}
	}
	s, problem := session.New(built(t, edits("2")), "pig", session.Options{Seed: 3, Players: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	s.Do(session.Command{Action: "roll"})
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	versions["content/pig/saves/three.json"] = file.String()
	t.Cleanup(func() { delete(versions, "content/pig/saves/three.json") })
	r, err := Compare(context.Background(), built(t, edits("2")), built(t, edits("players()")), Options{Packs: []string{"pig"}})
	if err != nil || r.Saves != 1 || strings.Join(r.Log, " ") != "roll" {
		t.Errorf("%+v, %v", r, err)
	}
}
