package play

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// Keys are letters, which nobody can take for the value of a die, and none has
// two meanings.
func TestKeysAreLettersOfTheirOwn(t *testing.T) {
	c := shipped.Content(t)
	taken := "nlhurq" + againKey
	for _, g := range c.Games() {
		m := screen(t, c, g.ID(), 1, 0, 80, 24)
		seen := map[string]bool{}
		for _, s := range m.spots {
			if s.key == "" || s.key == "esc" {
				continue
			}
			if !regexp.MustCompile("^[a-zA-Z]$").MatchString(s.key) || strings.Contains(taken, s.key) || seen[s.key] {
				t.Errorf("%s: the key of %s is %q", g.ID(), s.title, s.key)
			}
			seen[s.key] = true
		}
	}
}

// The end stays until a key is pressed that nobody presses on the way there.
func TestTheEndIsSeen(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 80, 24)
	if r := m.session.Do(session.Command{Lua: `lose("The dice are gone.")`}); r.Problem != nil {
		t.Fatal(r.Problem)
	}
	m.look()
	ended := m.session.Hash()
	press(m, "enter", "a", "b", "enter", "y")
	m.Update(tea.KeyPressMsg{Code: tea.KeySpace})
	if got := text(m); m.session.Hash() != ended || !strings.Contains(got, "The game is lost. The dice are gone.") || !strings.Contains(got, "N starts another game") {
		t.Fatalf("the end is gone:\n%s", got)
	}
	if press(m, "N"); m.board.Ending != nil || m.session.Turn() != 0 {
		t.Errorf("there is no new game:\n%s", text(m))
	}
}

// A game that is going on is not left by one key.
func TestLeavingAsks(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 80, 24)
	quits := func(name string) bool {
		_, does := m.Update(tea.KeyPressMsg{Code: rune(name[0]), Text: name})
		return does != nil
	}
	if !quits("q") {
		t.Error("before the first command q does not leave")
	}
	press(m, "c")
	if quits("q") || !strings.Contains(text(m), "Leave the game?") {
		t.Fatalf("q leaves at once:\n%s", text(m))
	}
	if quits("h") || quits("x") || quits("q") {
		t.Error("another key does not stay")
	}
	if !quits("q") {
		t.Error("the second q does not leave")
	}
}

// What a command did is shown in order from its beginning, and n goes on to what
// did not fit.
func TestResultsAreShownInOrder(t *testing.T) {
	m := screen(t, shipped.Content(t), "spring_tide", 1, 0, 80, 24)
	press(m, "a", "a", "a")
	var shown []string
	for range 20 {
		var page []string
		_, log, _ := strings.Cut(text(m), "────────────────────────────────────────\n")
		for line := range strings.Lines(log) {
			if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "▸") {
				break
			}
			if !strings.HasPrefix(line, "…") {
				page = append(page, line)
			}
		}
		// The last page begins with what the one before ended with, if it has room.
		again := len(page)
		for again > 0 && !(len(shown) >= again && slices.Equal(shown[len(shown)-again:], page[:again])) {
			again--
		}
		shown = append(shown, page[again:]...)
		if m.more == 0 {
			break
		}
		press(m, "n")
	}
	first := -1
	for i, line := range shown {
		if strings.HasPrefix(line, "› dive") {
			first = i
		}
	}
	if first < 0 || m.more != 0 {
		t.Fatalf("the command is not shown, or not its end: %q", shown)
	}
	var want []string
	for _, e := range m.log {
		if strings.HasPrefix(e.text, m.signs.prompt) {
			want = nil // another command
		}
		want = append(want, strings.TrimSpace(e.text))
	}
	if got := shown[first:]; !slices.Equal(got, want) {
		t.Errorf("shown\n%q, expected\n%q", got, want)
	}
	press(m, "l")
	if got := text(m); !strings.Contains(got, want[0]) {
		t.Errorf("the log does not show everything:\n%s", got)
	}
}

// A large screen draws dice with pips, cards with their texts, and what is
// looked up beside them; a click anywhere on a card takes it.
func TestALargeScreenIsUsed(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 200, 60)
	got := text(m)
	for _, want := range []string{"│ ●   ● │", "│ Change a die by 1, up or", "│ What scores", "╰─1 Mana─"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
	for _, s := range m.spots {
		if s.word != "use nudge" {
			continue
		}
		if s.height < 4 {
			t.Fatalf("the card is %d lines high", s.height)
		}
		m.Update(tea.MouseClickMsg{X: s.from + 5, Y: m.row(s.line) + s.height - 1, Button: tea.MouseLeft})
	}
	if !m.session.Choice().Open {
		t.Errorf("a click on the foot of a card does nothing:\n%s", text(m))
	}
}

// With 16 colors, and with none, the same is drawn.
func TestFewColors(t *testing.T) {
	c := shipped.Content(t)
	for _, g := range c.Games() {
		m := screen(t, c, g.ID(), 1, 0, 120, 40)
		press(m, scenes[g.ID()]...)
		for _, profile := range []colorprofile.Profile{colorprofile.ANSI, colorprofile.ASCII, colorprofile.NoTTY} {
			var out strings.Builder
			w := colorprofile.Writer{Forward: &out, Profile: profile}
			if _, err := w.WriteString(m.View().Content); err != nil {
				t.Fatal(err)
			}
			if ansi.Strip(out.String()) != text(m) {
				t.Errorf("%s: another text with %s", g.ID(), profile)
			}
			if rich := regexp.MustCompile("\x1b\\[[0-9;]*[34]8;[25];"); rich.MatchString(out.String()) {
				t.Errorf("%s: more than 16 colors with %s", g.ID(), profile)
			}
		}
		if got := text(m); !strings.Contains(got, m.signs.focused) && m.board.Ending == nil {
			t.Errorf("%s: only a color marks the focus:\n%s", g.ID(), got)
		}
	}
}
