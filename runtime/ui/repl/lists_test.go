package repl

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
	"sleight/tests/golden"
)

// TestListsAtEveryWidth compares lists, headings, menus and wrapped texts with
// their drawings at every width of a terminal.
func TestListsAtEveryWidth(t *testing.T) {
	var out strings.Builder
	s := stage{t: t, files: workspace(t)}
	s.start("tavern", Options{Out: &out, Seed: 7, Width: 80})
	r := s.repl
	items := []string{"one", "two", "three", "four", "five"}
	for width := range 40 {
		fmt.Fprintf(&out, "%d: %s\n", width, strings.Join(r.fit(items, width), ", "))
	}
	for r.Width = 32; r.Width < 38; r.Width++ {
		r.drawHeader(r.viewer(false).Board())
	}
	for r.Width = 8; r.Width < 30; r.Width += 3 {
		fmt.Fprintf(&out, "%d\n", r.Width)
		r.flow("Head  ", ", ", []string{"alpha beta", "extraordinarily", "ÄÖÜ火火火", "end"})
		r.prose("A line of exactly 20.\nAnd a longer one that wraps.\n", plain)
	}
	var all []Candidate
	for i := range 9 {
		all = append(all, Candidate{Word: strings.Repeat("w", i+1), Group: "words"})
	}
	for i := range 3 {
		all = append(all, Candidate{fmt.Sprint("said", i), "It is\nsaid.", "sayings"})
	}
	r.Width = 24
	for rows := range 12 {
		fmt.Fprintf(&out, "%d rows:\n", rows)
		r.drawMenu(all, rows)
	}
	golden.Check(t, "testdata/widths.txt", out.String())
}

// TestDiceOfEveryShape compares dice with their drawings.
func TestDiceOfEveryShape(t *testing.T) {
	var out strings.Builder
	r := &REPL{Options: Options{Out: &out, ASCII: true, Width: 80}}
	for _, sides := range []int{2, 4, 6, 7, 8, 10, 12, 20} {
		var row []board.Entity
		for value := range 9 {
			row = append(row, board.Entity{Label: fmt.Sprint("d", value), Name: "D" + fmt.Sprint(sides), Die: &board.Die{Sides: sides, Value: value, Special: sides == 7}})
		}
		row[8].Die.Word, row[6].Die.Held, row[5].Die.Locked, row[4].Temporary = "skull", true, true, true
		r.drawDice(row)
	}
	golden.Check(t, "testdata/dice.txt", out.String())
}

// TestOnlyNewWarningsAreShown checks which problems of a save are news: every
// error, and the warnings that have not been shown.
func TestOnlyNewWarningsAreShown(t *testing.T) {
	warn := func(code, file, text string) diag.Diagnostic {
		d := diag.New(code, diag.Place{File: file, Line: 1}, "%s", text)
		d.Severity = diag.Warning
		return d
	}
	shown := diag.List{warn("content/type", "one", "text"), diag.New("content/type", diag.Place{File: "one"}, "wrong")}
	moved := warn("content/type", "one", "text")
	moved.Place.Line = 9
	list := diag.List{
		moved, warn("content/range", "one", "text"), warn("content/type", "two", "text"), warn("content/type", "one", "other"),
		diag.New("content/type", diag.Place{File: "one"}, "wrong"),
	}
	var got []string
	for _, d := range newProblems(list, shown) {
		got = append(got, d.Code+" "+d.Place.File+" "+d.Message.String())
	}
	if want := "content/range one text, content/type two text, content/type one other, content/type one wrong"; strings.Join(got, ", ") != want {
		t.Errorf("the news are %q", got)
	}
}

// TestSaveErrors checks the REPL's behaviour when no more saves are reported,
// and when one comes while it waits.
func TestSaveErrors(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("")
	announced := make(chan Outcome)
	s.repl.Outcomes = announced
	go func() {
		announced <- timeless(s.live.Rebuild(reload.FileChange{Files: []string{"content/tavern/items.yaml"}}))
		close(announced)
	}()
	s.repl.polled = false
	s.repl.waitReload("reload 60")
	s.repl.waitReload("reload 60") // it is closed
	if s.repl.Poll() || s.repl.Outcomes != nil {
		t.Error("there is a save")
	}
	s.repl.Execute("wait reload")
	if got := s.out.String(); got != "reloaded: nothing that matters has changed (0 ms)\nNo files are watched.\n" {
		t.Error(got)
	}
}

// TestAPackThatIsLeftOutIsNamed checks what a save says if another pack is left
// out because of an error in it, comes back, and is deleted.
func TestAPackThatIsLeftOutIsNamed(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	const cellar = "kind: game\nid: cellar\nname: Cellar\nactions: {drink: {}}\nphases: {night: {actions: [drink]}}\nlua: |\n  return { do_drink = function() end }\n"
	loader := load.NewLoader(load.Root{FS: s.files})
	var last *rules.Content
	outcome := func(text string) Outcome {
		delete(s.files, "content/cellar/game.yaml")
		if text != "" {
			s.files["content/cellar/game.yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		r := quarantine.Isolate(loader, nil, last)
		if r.Content == nil {
			t.Fatal(r.Problems)
		}
		last = r.Content
		return Outcome{Value: last, Published: true, Diagnostics: r.Notices}
	}
	outcome(cellar)
	tavern, problem := session.New(last, "tavern", session.Options{})
	if problem != nil {
		t.Fatal(*problem)
	}
	s.repl = New(tavern, nil, Options{Out: &s.out})
	for _, text := range []string{cellar + "phasse: {}\n", cellar, ""} {
		s.repl.HandleOutcome(outcome(text))
	}
	want := `reloaded: pack cellar: left out (0 ms)
content/cellar/game.yaml:8:1: warning: the pack cellar is left out because there is an error in it; it blocks cellar [pack/excluded]
  hint: sleight validate shows what is wrong; sleight pack disable cellar does without it
  note: unknown key "phasse" (content/cellar/game.yaml:8:1)
reloaded: pack cellar: new (0 ms)
reloaded: pack cellar: gone (0 ms)
`
	if got := visible(s.out.String()); got != want {
		t.Error(got)
	}
}

// TestOutputThatFailsEndsTheREPL checks that nothing more is done when the
// output is closed.
func TestOutputThatFailsEndsTheREPL(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	broken := errors.New("nobody listens")
	s.start("tavern", Options{Out: writing(func([]byte) (int, error) { return 0, broken })})
	if quit := s.repl.Execute("hp"); !quit || !errors.Is(s.repl.writeError, broken) {
		t.Errorf("%v, %v", quit, s.repl.writeError)
	}
	s.repl.quit, s.repl.writeError = false, nil
	s.repl.problem(diag.New("engine/internal", diag.Place{}, "no"))
	if !s.repl.quit || !errors.Is(s.repl.writeError, broken) {
		t.Errorf("%v, %v", s.repl.quit, s.repl.writeError)
	}
	if err := s.repl.RunLines(strings.NewReader("hp\nhp\n"), false); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// writing is a writer.
type writing func([]byte) (int, error)

func (w writing) Write(p []byte) (int, error) { return w(p) }

// TestPrompts checks the prompts of a conversation in which a command stops,
// the debugger goes back, and the game ends.
func TestPrompts(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("")
	in := "break on struck\nstrike e1\nwhere\nstep\nback\nabort\n\ncontinue\nn\nunbreak\ncontinue\nfor i = 1, 2 do\nsay(i .. \"\") end\nflee\nconfirm\nhp\nvars.hp = 3\nquit\n"
	if err := s.repl.RunLines(iotest.OneByteReader(strings.NewReader(in)), true); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/prompts.txt", visible(s.out.String()))
}

// TestProfilesCarryOverToTheNextGame checks which games leave their values to the next:
// those that nobody has changed by hand.
func TestProfilesCarryOverToTheNextGame(t *testing.T) {
	files := workspace(t)
	s := stage{t: t, files: files}
	s.saves = map[string]map[string]string{"here": {"content/cup/cup.yaml": cup}}
	file := filepath.Join(t.TempDir(), "profile.json")
	var out strings.Builder
	kept := func() string {
		data, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			return "none"
		}
		must(t, err)
		return strings.Join(strings.Fields(string(data)), "")
	}
	for _, lines := range []string{"win", "win\nwin", "new\nwin", "set best 9\nwin", "win\nundo\nundo", "game tavern\nlua vars.hp = 1\ngame cup\nwin", "fail"} {
		profile, problem := save.OpenProfile(file)
		if problem != nil {
			t.Fatal(problem)
		}
		s.open("files here\ngame cup")
		r := New(s.repl.session, nil, Options{Out: &out, ProfileFile: profile, Width: 80})
		for line := range strings.Lines(lines) {
			fmt.Fprintf(&out, "> %s\n", strings.TrimSpace(line))
			r.Execute(line)
		}
		best, _ := r.session.Evaluate("vars.best")
		fmt.Fprintf(&out, "best %s\nkept %s\n", best, kept())
	}
	golden.Check(t, "testdata/profiles.txt", out.String())
}

// cup is a game that leaves the number of its victories to the next.
const cup = `
kind: game
id: cup
profile: {best: {start: 0}}
actions: {win: {}, fail: {}}
phases: {day: {actions: [win, fail]}}
lua: |
  return {
    do_win = function() vars.best = vars.best + 1 end,
    do_fail = function() vars.best = 7 error("No.") end,
  }
`

// TestAProfileThatCannotBeKept checks the message to the player.
func TestAProfileThatCannotBeKept(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.saves = map[string]map[string]string{"here": {"content/cup/cup.yaml": cup}}
	s.open("files here\ngame cup")
	folder := filepath.Join(t.TempDir(), "gone")
	profile, problem := save.OpenProfile(filepath.Join(folder, "profile.json"))
	if problem != nil {
		t.Fatal(problem)
	}
	must(t, os.WriteFile(folder, nil, 0o600)) // a file where the folder should be
	var out bytes.Buffer
	r := New(s.repl.session, nil, Options{Out: &out, ProfileFile: profile})
	if r.Execute("win"); !strings.Contains(out.String(), "The profile could not be written: ") || !r.Failed() {
		t.Error(out.String())
	}
}

// TestPathsOfSavesAreCompleted checks the completion of paths, absolute ones too.
func TestPathsOfSavesAreCompleted(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("")
	dir := t.TempDir()
	for _, name := range []string{"a.json", "b.txt", ".c.json"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	must(t, os.Mkdir(filepath.Join(dir, "d"), 0o700))
	slash := filepath.ToSlash(dir) + "/"
	for typed, want := range map[string]string{
		"load " + slash: "[{a.json  files} {d/  folders}]", "save " + slash + "d": "[{d/  folders}]", "load " + slash + "none/": "[]",
	} {
		if got := strings.ReplaceAll(fmt.Sprint(s.repl.Complete(typed)), slash, ""); got != want {
			t.Errorf("%s: %s", typed, got)
		}
	}
}

// TestALongHistoryIsCutOnce checks that a history file may grow to twice the
// limit before it is truncated.
func TestALongHistoryIsCutOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	for lines, left := range map[int]int{2 * maxHistory: 2 * maxHistory, 2*maxHistory + 1: maxHistory} {
		must(t, os.WriteFile(file, []byte(strings.Repeat("hp\n", lines)), 0o600))
		h := openHistory(file)
		data, err := os.ReadFile(file)
		must(t, err)
		if n := strings.Count(string(data), "\n"); n != left || h.Len() != left {
			t.Errorf("of %d lines, %d are left, and %d in memory", lines, n, h.Len())
		}
	}
}

// TestUnreadableSourcesAndIncompleteLua checks the report on a problem in a
// file that cannot be read, and on Lua that nobody can complete.
func TestUnreadableSourcesAndIncompleteLua(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	s.open("")
	var out strings.Builder
	r := New(s.repl.session, nil, Options{Out: &out})
	for _, line := range []string{"give bomb", "use bomb", "for i = 1, 2 do", "break bomb.lua:3", "use bomb"} {
		out.WriteString("> " + line + "\n")
		r.Execute(line)
	}
	// A file that has been truncated on disk, and not reloaded.
	r = New(s.repl.session, nil, Options{Out: &out, Source: func(string) ([]byte, bool) { return []byte("return {"), true }})
	lines := []string{"where", "continue"}
	r.Read = func(string) (string, bool) {
		line := lines[0]
		lines = lines[1:]
		return line, true
	}
	r.Execute("break bomb.lua:3")
	r.Execute("use bomb")
	golden.Check(t, "testdata/alone.txt", out.String())
}
