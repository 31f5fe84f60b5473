package embedding

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/sleight"
)

// opened opens a copy of the coin game's workspace.
func opened(t *testing.T) (content *sleight.Content, dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "runtime", "sleight", "testdata", "coins"))); err != nil {
		t.Fatal(err)
	}
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	return content, dir
}

func begin(t *testing.T, content *sleight.Content, game string, o sleight.SessionOptions) *sleight.Session {
	t.Helper()
	s, err := content.NewSession(game, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEditFlow follows edits from the disk to a running game: the watcher
// finds the file, a faulty edit is stopped before it is live, and the session
// takes up a good one between two commands, keeping its state.
func TestEditFlow(t *testing.T) {
	content, dir := opened(t)
	updates := make(chan sleight.Edit)
	if err := content.Watch(t.Context(), func(edit sleight.Edit) { updates <- edit }); err != nil {
		t.Fatal(err)
	}
	s := begin(t, content, "coins", sleight.SessionOptions{Seed: 1})
	s.Do("toss")
	before := s.Hash()
	game := filepath.Join(dir, "content", "coins", "game.yaml")
	text, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, old, new, code string
	}{
		{"a file that cannot be parsed", "variables:", "variables: {", "content/yaml"},
		{"a key that its schema does not know", "variables:", "varriables: {}\nvariables:", "content/unknown-key"},
		{"a reference to nothing", "start: [coin]", "start: [coim]", "script/unknown-name"},
		{"a rule that contradicts itself", "start: 0, min: 0", "start: 0, min: 1", "game/bounds"},
		{"an expression that does not compile", "value: game.enough", "value: gane.enough", "script/unknown-global"},
	} {
		write(t, game, strings.Replace(string(text), step.old, step.new, 1))
		u := <-updates
		if u.Published || !u.Problems.Failed() || u.Problems[0].Code != step.code || u.Problems[0].Line == 0 || !strings.HasSuffix(u.Problems[0].File, "content/coins/game.yaml") {
			t.Errorf("%s: %v", step.name, u)
		}
		if notes := s.Update(); len(notes) > 0 || s.Hash() != before || !reflect.DeepEqual(content.Problems(), u.Problems) {
			t.Errorf("%s: the last good content does not stay: %v", step.name, notes)
		}
	}
	write(t, game, strings.Replace(string(text), "default: 3", "default: 30", 1))
	if u := <-updates; !u.Published || len(u.Files) != 1 || !strings.HasSuffix(u.Files[0], "content/coins/game.yaml") {
		t.Fatalf("a good edit: %v", u)
	}
	if left, _ := s.Value("left"); left != "2" {
		t.Errorf("%s heads to go before Update", left)
	}
	if notes := s.Update(); len(notes) > 0 || s.Hash() != before {
		t.Errorf("a good edit changes the state: %v", notes)
	}
	if left, _ := s.Value("left"); left != "29" {
		t.Errorf("%s heads to go after Update", left)
	}
	content.Close()
	if r := s.Do("toss"); !r.OK() {
		t.Errorf("after Close: %v", r)
	}
}

// TestCommandFlow follows commands from a text to the players' view. A command is
// listed, checked, paid for, run, reported and logged, or it changes nothing; it
// can be undone, saved and replayed.
func TestCommandFlow(t *testing.T) {
	content, err := sleight.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := begin(t, content, "manipulation", sleight.SessionOptions{Seed: 7})
	start := s.Hash()
	legal, err := s.Legal(0)
	if err != nil || !slices.Contains(legal, "use nudge d1 -1") {
		t.Fatalf("legal: %v, %v", legal, err)
	}
	if r := s.Do("use nudge d9 1"); r.OK() || r.Code == "" || s.Hash() != start || len(s.Log()) != 0 {
		t.Errorf("a refusal: %+v", r)
	}
	mana, _ := s.Value("mana")
	r := s.Do("use nudge d1 -1")
	if !r.OK() || r.Command != "use nudge d1 -1" || s.Hash() == start {
		t.Fatalf("%+v", r)
	}
	if !slices.ContainsFunc(r.Changes, func(c sleight.Change) bool {
		return c.Cause == "ability/nudge use" && strings.Contains(c.Text, "6 → 5")
	}) {
		t.Errorf("changes: %v", r.Changes)
	}
	if now, _ := s.Value("mana"); now == mana {
		t.Errorf("mana is still %s", mana)
	}
	if b := s.Board(0); b.Turn != 1 || b.Undo != 1 || b.Game != "manipulation" {
		t.Errorf("board: %+v", b)
	} else if _, err := json.Marshal(b); err != nil {
		t.Error(err)
	}
	after := s.Hash()
	if s.Undo(1) != 1 || s.Hash() != start || s.Redo(1) != 1 || s.Hash() != after {
		t.Error("undo and redo lead elsewhere")
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	loaded, notes, err := content.Load(&file, "")
	if err != nil || len(notes) > 0 || loaded.Hash() != after || loaded.Undo(1) != 1 || loaded.Hash() != start {
		t.Errorf("loading: %v, %v", notes, err)
	}
	again := begin(t, content, "manipulation", sleight.SessionOptions{Seed: 7})
	for _, c := range s.Log() {
		again.Do(c)
	}
	if again.Hash() != after {
		t.Error("the same commands lead elsewhere")
	}
	german := begin(t, content, "manipulation", sleight.SessionOptions{Seed: 7, Language: "de"})
	if r := german.Do("spend"); r.Refusal != "Es gibt keine Aktion spend." {
		t.Errorf("in German: %q", r.Refusal)
	}
}

// TestACommandThatFailsChangesNothing enforces that an error in a script is
// reported with its place, and that the command changes nothing.
func TestACommandThatFailsChangesNothing(t *testing.T) {
	content, dir := opened(t)
	write(t, filepath.Join(dir, "scripts", "coins", "game.lua"), "return {\n  do_toss = function()\n    vars.heads = 2\n    vars.heads = -1\n  end,\n}\n")
	s := begin(t, content, "coins", sleight.SessionOptions{})
	before := s.Hash()
	r := s.Do("toss")
	if r.OK() || r.Problem == nil || r.Problem.Code != "game/bounds" || !strings.HasSuffix(r.Problem.File, "scripts/coins/game.lua") || r.Problem.Line != 4 {
		t.Errorf("%+v", r)
	}
	if s.Hash() != before || len(s.Log()) != 0 {
		t.Error("half of the command has happened")
	}
}

// TestSimulationFlow follows a plan of games: bots play their own
// sessions, the results are counted, and the same plan gives the same counts.
func TestSimulationFlow(t *testing.T) {
	content, _ := opened(t)
	seen := 0
	plan := sleight.Simulation{Game: "coins", Games: 200, Seed: 5, Progress: func(done int) { seen = done }}
	first, err := content.Simulate(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	if first.N != 200 || first.Outcomes[sleight.Won] != 200 || first.WinRate != 1 || seen != 200 {
		t.Errorf("%+v, %d reported", first, seen)
	}
	// Three times heads takes six tosses of a fair coin on average.
	if length := first.Metrics["length"]; length.Interval[0] > 6 || length.Interval[1] < 6 || length.Min != 3 {
		t.Errorf("length: %+v", length)
	}
	second, err := content.Simulate(t.Context(), plan)
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Errorf("the same plan: %+v, then %+v", first, second)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if part, err := content.Simulate(ended, plan); err == nil && part.N == 200 {
		t.Error("a simulation goes on when its context has ended")
	}
	if _, err := content.Simulate(t.Context(), sleight.Simulation{Game: "coims", Games: 1}); err == nil || !strings.Contains(err.Error(), `"coins"`) {
		t.Errorf("a game that does not exist: %v", err)
	}
}

// TestOpenErrors enforces that a source that does not exist is an
// error of Open, and faulty content one of NewSession.
func TestOpenErrors(t *testing.T) {
	for _, o := range []sleight.Option{sleight.Folder("nowhere"), sleight.Folder("."), sleight.Archive("no.zip")} {
		if content, err := sleight.Open(o); err == nil {
			t.Errorf("opened %v", content)
		}
	}
	content, dir := opened(t)
	write(t, filepath.Join(dir, "scripts", "coins", "game.lua"), "return {")
	_, err := content.NewSession("coins", sleight.SessionOptions{})
	if problems, ok := err.(sleight.Problems); !ok || !problems.Failed() || problems[0].Code != "script/syntax" {
		t.Errorf("a faulty script: %v", err)
	}
	if len(content.Games()) != 0 {
		t.Errorf("games: %v", content.Games())
	}
}
