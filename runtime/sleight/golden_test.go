package sleight_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/sleight"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// fair opens the game of the session tests, whose commands ask, refuse, fail,
// warn and end the game.
func fair(t *testing.T) *sleight.Content {
	t.Helper()
	c, err := sleight.Open(sleight.FS("fair", os.DirFS("../game/session/testdata/fair")))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWholeResults compares everything that a program receives while it plays a
// game through the public API.
func TestWholeResults(t *testing.T) {
	c := fair(t)
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, g := range c.Games() {
		say("%+v", g)
	}
	s, err := c.NewSession("fair", sleight.SessionOptions{Seed: 5, Players: 2, Profile: sleight.Profile{}})
	if err != nil {
		t.Fatal(err)
	}
	show := func(what string, r sleight.Result) {
		data, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		say("> %s: ok %v, player %d\n%s\n%s", what, r.OK(), s.Player(), data, r)
	}
	for _, line := range []string{
		"shout hey", "shout 1", "use horn", "fly", "", "fail error", "fail refuse", "begin bid", "pick 2", "begin rest", "confirm", "begin shout", "cancel", "cancel",
		"confirm", "pick x", "rest", "brawl", "stop rich", "shout hey",
	} {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "begin":
			show(line, s.Begin(rest))
		case "pick":
			show(line, s.Pick(rest))
		case "confirm":
			show(line, s.Confirm())
		case "cancel":
			say("> cancel: %v", s.Cancel())
		default:
			show(line, s.Do(line))
		}
	}
	outcome, text := s.Outcome()
	say("outcome %q %q, log %q, hash %s, profile %v", outcome, text, s.Log(), s.Hash(), s.Profile())
	for _, name := range []string{"fuss", "coins", "total", "nothing", "price"} {
		text, ok := s.Value(name)
		say("value %s: %q %v", name, text, ok)
	}
	legal, err := s.Legal(2)
	say("legal %q %v", legal, err)
	say("undone %d, redone %d, undone %d", s.Undo(2), s.Redo(1), s.Undo(99))
	legal, err = s.Legal(0)
	say("legal %q %v", legal, err)
	data, err := json.Marshal(s.Board(2))
	if err != nil {
		t.Fatal(err)
	}
	say("board of 2: %d bytes, of the first %s", len(data), strings.SplitN(string(data), ",", 4)[0])
	for _, player := range []int{-1, 3} {
		if b := s.Board(player); b.Viewer != 0 || len(b.Offers) > 0 {
			t.Errorf("board of %d, who does not play: viewer %d, offers %v", player, b.Viewer, b.Offers)
		}
	}
	golden.Check(t, "testdata/results.golden", out.String())
}

// TestTheZeroOptionOpensNothing checks that the zero Option is accepted and adds no content.
func TestTheZeroOptionOpensNothing(t *testing.T) {
	content, err := sleight.Open(sleight.Option{})
	if err != nil {
		t.Fatal(err)
	}
	if games, problems := content.Games(), content.Problems(); games != nil || !problems.Failed() {
		t.Errorf("it has the games %v and the problems %v", games, problems)
	}
}

// TestErrorsOfThePublicAPI checks the errors, and their wording, for invalid
// content, sessions, saves and simulations.
func TestErrorsOfThePublicAPI(t *testing.T) {
	c := fair(t)
	faulty, err := sleight.Open(sleight.FS("x", fstest.MapFS{"content/x/game.yaml": {Data: []byte("kind: game\nid: x\nphasse: {}\n")}}))
	if err != nil {
		t.Fatal(err)
	}
	const fault = "x/content/x/game.yaml:3:1: unknown key \"phasse\""
	ctx := t.Context()
	errs := map[string]error{}
	try := func(name string, err error) {
		if err == nil {
			t.Errorf("%s is not an error", name)
			err = errors.New("none")
		}
		errs[name] = err
	}
	_, err = sleight.Open(sleight.Folder("nowhere"))
	try(`"nowhere": there is no such folder`, err)
	_, err = c.NewSession("unfair", sleight.SessionOptions{})
	try(`unknown game "unfair"`, err)
	_, err = c.NewSession("fair", sleight.SessionOptions{Players: 9})
	try("Fair is for 2 to 3 players, not 9", err)
	_, err = c.NewSession("fair", sleight.SessionOptions{Language: "klingon!"})
	try(`"klingon!" is not a language tag; write a tag such as de or pt-BR`, err)
	_, err = faulty.NewSession("x", sleight.SessionOptions{})
	try(fault, err)
	_, _, err = c.Load(strings.NewReader("{"), "")
	try("this save cannot be loaded", err)
	_, _, err = faulty.Load(strings.NewReader("{"), "")
	try(fault+" ", err)
	_, err = c.Simulate(ctx, sleight.Simulation{Game: "unfair", Games: 1})
	try(`unknown game "unfair" `, err)
	_, err = c.Simulate(ctx, sleight.Simulation{Game: "fair", Games: 1, Players: 9})
	try("Fair is for 2 to 3 players, not 9 ", err)
	_, err = c.Simulate(ctx, sleight.Simulation{Game: "fair", Games: 1, Bot: "nobody"})
	try(`nobody`, err)
	_, err = c.Simulate(ctx, sleight.Simulation{Game: "fair"})
	try("a simulation of 0 games; set Games to at least 1", err)
	_, err = faulty.Simulate(ctx, sleight.Simulation{Game: "x", Games: 1})
	try(fault+"  ", err)
	for want, err := range errs {
		var problems sleight.Problems
		plain := strings.Contains(want, "klingon") || want == "nobody" || strings.Contains(want, "0 games") || strings.Contains(want, "nowhere")
		if errors.As(err, &problems) == plain || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%q, a %T, want %q", err, err, want)
		}
	}
	var problems sleight.Problems
	if !errors.As(errs[fault], &problems) || !problems.Failed() || faulty.Problems().Error() != problems.Error() || faulty.Games() != nil || len(problems.Internals()) != len(problems) {
		t.Errorf("%v", errs[fault])
	}
	if d := problems.Internals(); d[0].Code != problems[0].Code || d[0].Place.Line != 3 {
		t.Errorf("%+v", d[0])
	}
	if c.Problems() == nil || c.Problems().Failed() || c.Problems().Error() != "" {
		t.Errorf("sound content has %v", c.Problems())
	}
}

// TestProblemsAndUpdatesAreLines checks how problems and edits are written for
// a log.
func TestProblemsAndUpdatesAreLines(t *testing.T) {
	if got := (sleight.Problems{{Severity: "warning"}, {Severity: "notice"}}); got.Failed() {
		t.Error("warnings are failures")
	}
	one := sleight.Problem{Message: "it broke"}
	all := sleight.Problem{Message: "it broke", File: "a.yaml", Line: 3, Column: 4, Code: "a/b", Hint: "mend it"}
	file := sleight.Problem{Message: "it broke", File: "a.yaml", Code: "a/b"}
	lineOnly := sleight.Problem{Message: "it broke", File: "a.yaml", Line: 3}
	first := sleight.Problem{Message: "it broke", File: "a.yaml", Line: 1, Column: 1}
	for want, got := range map[string]string{
		"a.yaml:1:1: it broke": first.Error(),
		"a.yaml:3: it broke":   lineOnly.Error(),
		"it broke":             one.Error(), "a.yaml:3:4: it broke [a/b] (mend it)": all.Error(), "a.yaml: it broke [a/b]": file.Error(),
		"it broke\na.yaml: it broke [a/b]": sleight.Problems{one, file}.Error(), "": sleight.Problems{}.Error(),
		"a, b: live":            sleight.Edit{Published: true, Files: []string{"a", "b"}}.String(),
		"a: not live\nit broke": sleight.Edit{Files: []string{"a"}, Problems: sleight.Problems{one}}.String(),
		"it broke ":             sleight.Result{Problem: &one, Refusal: "no"}.String() + " ",
		"no":                    sleight.Result{Refusal: "no"}.String(),
		"hello\ngold: 1 → 2":    sleight.Result{Messages: []sleight.Message{{Text: "hello"}}, Changes: []sleight.Change{{Text: "gold: 1 → 2"}}}.String(),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSavesAndPacksOfThePublicAPI checks that a game continues from a save, in
// another language, and that only the requested packs are enabled.
func TestSavesAndPacksOfThePublicAPI(t *testing.T) {
	c := fair(t)
	s, err := c.NewSession("fair", sleight.SessionOptions{Seed: 5, Language: "de"})
	if err != nil {
		t.Fatal(err)
	}
	s.Do("brawl")
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	again, notes, err := c.Load(bytes.NewReader(file.Bytes()), "de")
	if err != nil || len(notes) > 0 || again.Hash() != s.Hash() || again.Do("fly").Refusal != "Es gibt keine Aktion fly." {
		t.Errorf("%v, %v: %+v", err, notes, again.Do("fly"))
	}
	if _, _, err := c.Load(bytes.NewReader(file.Bytes()), "?"); err == nil {
		t.Error("a save is loaded in no language")
	}
	tree := bazaar.Tree(t)
	tree["content/other/game.yaml"] = &fstest.MapFile{Data: []byte("kind: game\nid: other\nname: Other\nphases: {day: {}}\n")}
	for _, only := range [][]string{nil, {"bazaar"}, {"other"}} {
		c, err := sleight.Open(sleight.FS("", tree), sleight.Only(only...))
		if err != nil {
			t.Fatal(err)
		}
		var games []string
		for _, g := range c.Games() {
			games = append(games, g.ID)
		}
		want := fmt.Sprint(only)
		if only == nil {
			want = "[bazaar other]"
		}
		if fmt.Sprint(games) != want {
			t.Errorf("only %q: %q", only, games)
		}
	}
	c, err = sleight.Open(sleight.FS("", tree))
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Simulate(context.Background(), sleight.Simulation{Game: "bazaar", Players: 3, Games: 4, Seed: 2, Bot: "sleeper"})
	if err != nil || report.N != 4 || report.Seed != 2 || report.Players != 3 || report.Bot != "sleeper" {
		t.Errorf("%+v, %v", report, err)
	}
}
