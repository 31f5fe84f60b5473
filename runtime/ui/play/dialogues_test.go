package play

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

// dialogue is a game with the keys that a person presses.
type dialogue struct {
	name, game, lang string
	width, height    int
	keys             []string
}

// dialogues are keys pressed one after another. A word with a colon is not a key:
// lua:CODE changes the game, click:TITLE and right:0 click, wheel:up and
// wheel:down turn the wheel, size:WxH resizes, fault: saves faulty content and
// warn: content with a warning.
var dialogues = []dialogue{
	{"moving", "manipulation", "", 64, 20, []string{"tab", "right", "left", "left", "up", "down", "down", "up", "up", "shift+tab", "space", "esc", "?", "x"}},
	{"leaving", "manipulation", "", 64, 16, []string{"b", "q", "z", "q", "l", "q", "h", "q", "x"}},
	{"undoing", "manipulation", "", 64, 16, []string{"u", "r", "c", "u", "r", "e", "u"}},
	{"scrolling", "manipulation", "", 50, 14, []string{"pgdown", "pgdown", "pgup", "pgup", "wheel:down", "wheel:up", "f", "wheel:down", "right"}},
	{"clicking", "manipulation", "", 64, 20, []string{"click:Nudge", "right:0", "click:Score", "h", "click:Score", "l", "click:Score", "click:nowhere"}},
	{"the end", "manipulation", "", 64, 18, []string{"c", `lua:lose("The dice are gone.")`, "enter", "a", "up", "right", "u", `lua:win("")`, "n", "N"}},
	{"refusals", "manipulation", "", 64, 18, []string{"b", "b", "b", "left", "left", "d", "enter"}},
	{"failing", "manipulation", "", 64, 18, []string{`lua:vars.gold = 5`, "fault:", "a", "warn:", "b"}},
	{"sizes", "forward", "", 64, 18, []string{"a", "size:10x4", "size:110x24", "size:109x24", "size:80x50"}},
	{"passing", "hammer", "", 50, 14, []string{"a", "d", "h", "tab", "click:Bid", "a", "c", "q", "q", "space", "l", "up", "x"}},
	{"in German", "hammer", "de", 50, 16, []string{"h", "x", "a", "c", "enter", "a", "b", "enter", "l", "q", "a", "u", "N"}},
	{"a map", "spring_tide", "", 70, 30, []string{"b", "a", "down", "up", "a"}},
}

// changed returns the lines of a screen that are new, with their numbers from 1, or
// the whole screen if its size has changed.
func changed(before, now string) string {
	old, lines := strings.SplitAfter(before, "\n"), strings.SplitAfter(now, "\n")
	if len(old) != len(lines) {
		return now
	}
	var out strings.Builder
	for i, line := range lines {
		if line != old[i] {
			fmt.Fprintf(&out, "%2d %s", i+1, line)
		}
	}
	return out.String()
}

// TestDialogues checks every screen of these dialogues.
func TestDialogues(t *testing.T) {
	golden.Check(t, "testdata/dialogues.txt", screens(t, shipped.Content(t), dialogues))
}

// screens returns every screen of dialogues.
func screens(t *testing.T, c *rules.Content, dialogues []dialogue) string {
	t.Helper()
	var out strings.Builder
	for _, d := range dialogues {
		language, _ := locale.Parse(d.lang)
		s, problem := session.New(c, d.game, session.Options{Seed: 5})
		if problem != nil {
			t.Fatal(problem)
		}
		m := New(s, Options{Language: language})
		m.Update(tea.WindowSizeMsg{Width: d.width, Height: d.height})
		before := drawn(m)
		fmt.Fprintf(&out, "== %s\n%s", d.name, before)
		for _, key := range d.keys {
			quits, now := send(t, m, key), drawn(m)
			fmt.Fprintf(&out, "-- %s, quits: %v\n%s", key, quits, changed(before, now))
			fits(t, m)
			before = now
		}
	}
	return out.String()
}

// send does a step of a dialogue, and reports whether the program ends.
func send(t *testing.T, m *Model, key string) bool {
	t.Helper()
	does, what, ok := strings.Cut(key, ":")
	if !ok {
		special := map[string]tea.KeyPressMsg{
			"enter": {Code: tea.KeyEnter}, "space": {Code: tea.KeySpace}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
			"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft},
			"right": {Code: tea.KeyRight}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
		}
		k, ok := special[key]
		if !ok {
			k = tea.KeyPressMsg{Code: rune(key[0]), Text: key}
		}
		_, cmd := m.Update(k)
		return cmd != nil
	}
	switch does {
	case "lua":
		if r := m.session.Do(session.Command{Lua: what}); r.Problem != nil {
			t.Fatal(r.Problem)
		}
		m.redraw()
	case "click":
		at := tea.MouseClickMsg{X: m.width - 1, Y: m.height - 1, Button: tea.MouseLeft}
		for _, s := range m.spots {
			if s.title == what {
				at.X, at.Y = s.from, m.row(s.line)
			}
		}
		m.Update(at)
	case "right":
		m.Update(tea.MouseClickMsg{Button: tea.MouseRight})
	case "wheel":
		m.Update(tea.MouseWheelMsg{Button: map[string]tea.MouseButton{"up": tea.MouseWheelUp, "down": tea.MouseWheelDown}[what]})
	case "size":
		var size tea.WindowSizeMsg
		if _, err := fmt.Sscanf(what, "%dx%d", &size.Width, &size.Height); err != nil {
			t.Fatal(err)
		}
		m.Update(size)
	case "fault", "warn":
		problem := diag.New("content/yaml", diag.Place{File: "content/x.yaml", Line: 3, Column: 7}, "a bracket is missing").WithHint("close it")
		list := diag.List{problem}
		if does == "warn" {
			problem.Severity = diag.Warning
			list = diag.List{problem, problem}
		}
		m.Update(Outcome{Value: m.session.Content(), Diagnostics: list, Published: does == "warn"})
	default:
		t.Fatalf("unknown step %q", key)
	}
	return false
}
