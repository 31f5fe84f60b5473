package sleight_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/runtime/sleight"
)

// well is a game of one action with a cost and a target.
var well = map[string]string{
	"content/well/game.yaml": `kind: game
id: well
name: Well
text: Draw water from a well.
variables:
  rope: {name: Rope, start: 3, min: 0}
  water: {name: Water, start: 0, min: 0, max: 9}
zones:
  buckets: {of: die, label: b, start: [bucket]}
views:
  left: {name: Left, value: 9 - vars.water}
actions:
  draw:
    name: Draw
    text: Draw water.
    cost: {rope: 1}
    targets: [{name: bucket, from: buckets, prompt: Select a bucket}]
phases:
  yard: {actions: [draw]}
script: game.lua
tests:
  - name: a bucket holds two
    do: draw b1
    expect: {water: 2}
`,
	"content/well/bucket.yaml": "kind: die\nid: bucket\nname: Bucket\ntext: It holds water.\nsides: 2\n",
	"scripts/well/game.lua": `return {
  do_draw = function(bucket)
    say("rope " .. vars.rope)
    vars.water = vars.water + 2
    if vars.water == 4 then win("Enough.") end
  end,
}
`,
}

// fault is a replacement in a file of the well.
type fault struct{ file, old, new string }

// save writes the well with faults; files that stay as they are are not
// written.
func save(t *testing.T, dir string, faults ...fault) {
	t.Helper()
	for file, text := range well {
		for _, f := range faults {
			if f.file == file {
				if !strings.Contains(text, f.old) {
					t.Fatalf("%s has no %q", file, f.old)
				}
				text = strings.Replace(text, f.old, f.new, 1)
			}
		}
		name := filepath.Join(dir, filepath.FromSlash(file))
		if before, err := os.ReadFile(name); err == nil && string(before) == text {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// expect waits until exactly the problems with the saved content are reported,
// which may take more than one update if files are written slowly.
func expect(t *testing.T, updates <-chan sleight.Edit, codes ...string) {
	t.Helper()
	late := time.After(60 * time.Second)
	for last := ""; ; {
		select {
		case u := <-updates:
			var got []string
			for _, p := range u.Problems {
				got = append(got, p.Code)
			}
			if u.Published == (len(codes) == 0) && slices.Equal(got, codes) {
				return
			}
			last = fmt.Sprint(u.Published, got)
		case <-late:
			t.Fatalf("expected %v, and the last update said %s", codes, last)
		}
	}
}

// TestEditsFollowTheArchitecturePage plants a fault for each step of an edit.
// The step reports it, and the session continues with the previous content. The
// content's tests, which run after these steps, belong to the front ends: the
// README shows one fail.
func TestEditsFollowTheArchitecturePage(t *testing.T) {
	const game, script = "content/well/game.yaml", "scripts/well/game.lua"
	steps := []struct {
		step, code string
		fault      fault
		// together are the codes of this fault and the next, if one save shows
		// both; otherwise the next step does not run.
		together []string
	}{
		{"content/yaml", "content/yaml", fault{game, "id: well", "id: [well"}, nil},
		{"content/schema", "content/unknown-key", fault{game, "name: Well", "name: Well\ndepth: 9"}, []string{"content/extends", "content/unknown-key"}},
		{"content/load", "content/extends", fault{game, "kind: game", "kind: game\nextends: pond"}, []string{"content/extends", "script/syntax"}},
		{"lua", "script/syntax", fault{script, "vars.water + 2", "vars.water +"}, nil},
		{"game/rules", "script/unknown-hook", fault{script, "do_draw =", "do_drwa ="}, nil},
	}
	dir := t.TempDir()
	save(t, dir)
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	updates := make(chan sleight.Edit, 100)
	if err := content.Watch(t.Context(), func(edit sleight.Edit) { updates <- edit }); err != nil {
		t.Fatal(err)
	}
	s, err := content.NewSession("well", sleight.SessionOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range steps {
		save(t, dir, at.fault)
		expect(t, updates, at.code)
		if problems := s.Update(); len(problems) > 0 || !s.Do("draw b1").OK() || s.Undo(1) != 1 {
			t.Errorf("%s: the session does not go on: %v", at.step, problems)
		}
		if i+1 < len(steps) {
			if at.together == nil {
				at.together = []string{at.code}
			}
			save(t, dir, at.fault, steps[i+1].fault)
			expect(t, updates, at.together...)
		}
		save(t, dir)
		expect(t, updates)
	}
	save(t, dir, fault{script, "vars.water + 2", "vars.water + 3"})
	expect(t, updates)
	if s.Update(); s.Do("draw b1").OK() {
		if v, _ := s.Value("water"); v != "3" {
			t.Errorf("after the edit a bucket holds %s", v)
		}
	}
}

// TestCommandsFollowTheArchitecturePage stops a command at each step.
// Afterwards nothing has changed, and the cost has not been paid.
func TestCommandsFollowTheArchitecturePage(t *testing.T) {
	const script = "scripts/well/game.lua"
	for _, at := range []struct {
		step, command, code string
		fault               []fault
	}{
		{"parse", "darw b1", "unknown-action", nil},
		{"targets", "draw b2", "target-unknown", nil},
		{"costs", "draw b1", "unaffordable", []fault{{"content/well/game.yaml", "start: 3", "start: 0"}}},
		{"the hook's fuel", "draw b1", "script/fuel", []fault{{script, "say(", "while true do end say("}}},
		{"arguments of the API", "draw b1", "script/arguments", []fault{{script, "say(\"rope \" .. vars.rope)", "roll_dice(vars.rope)"}}},
		{"a write", "draw b1", "game/bounds", []fault{{script, "vars.water + 2", "vars.water + 20"}}},
	} {
		dir := t.TempDir()
		save(t, dir, at.fault...)
		s := begin(t, dir)
		before := s.Hash()
		r := s.Do(at.command)
		code := r.Code
		if r.Problem != nil {
			code = r.Problem.Code
		}
		if code != at.code || r.OK() {
			t.Errorf("%s: %q (%s), expected %s", at.step, code, r, at.code)
		}
		if s.Hash() != before || len(s.Log()) != 0 {
			t.Errorf("%s: the command left something behind", at.step)
		}
	}
	dir := t.TempDir()
	save(t, dir)
	s := begin(t, dir)
	r := s.Do("draw b1")
	if len(r.Messages) != 1 || r.Messages[0].Text != "rope 2" {
		t.Errorf("the hook ran before the cost was paid: %v", r.Messages)
	}
	board, err := json.Marshal(s.Board(0))
	if err != nil || !r.OK() || !strings.Contains(string(board), `"water"`) {
		t.Errorf("the board does not show what the command did: %v, %s", r, board)
	}
}

func begin(t *testing.T, dir string) *sleight.Session {
	t.Helper()
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	s, err := content.NewSession("well", sleight.SessionOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSimulationsFollowTheArchitecturePage checks that bots play by the same
// commands as people, won and failed ones, and that neither the number of
// workers nor their order matters. With --nats, tests/cli compares the
// reports.
func TestSimulationsFollowTheArchitecturePage(t *testing.T) {
	simulate := func(bot string, workers int, faults ...fault) (*sleight.Report, error) {
		dir := t.TempDir()
		save(t, dir, faults...)
		content, err := sleight.Open(sleight.Folder(dir))
		if err != nil {
			t.Fatal(err)
		}
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		return content.Simulate(t.Context(), sleight.Simulation{Game: "well", Games: 50, Seed: 5, Bot: bot})
	}
	if _, err := simulate("nobody", 1); err == nil {
		t.Error("an unknown bot plays")
	}
	one, err := simulate("", 1)
	if err != nil || one.WinRate != 1 || one.N != 50 {
		t.Fatalf("every game is won by drawing twice, but the report is %+v, %v", one, err)
	}
	if three, err := simulate("", 3); err != nil || !reflect.DeepEqual(one, three) {
		t.Errorf("three workers report %+v, %v, and one %+v", three, err, one)
	}
	broken, err := simulate("", 1, fault{"scripts/well/game.lua", "vars.water + 2", "vars.water + 20"})
	if err != nil || broken.WinRate != 0 || len(broken.Faults) == 0 {
		t.Errorf("a command that fails wins nothing and is reported, but the report is %+v, %v", broken, err)
	}
}
