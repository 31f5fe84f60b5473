package play

import (
	"fmt"
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

// TestKeysAreDistinctLetters checks that keys are letters, which cannot be
// mistaken for the value of a die, and that each has one meaning.
func TestKeysAreDistinctLetters(t *testing.T) {
	c := shipped.Content(t)
	taken := "nlhurq" + newGameKey
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

// TestTheEndScreenWaitsForAKey checks that the end of the game stays on the
// screen until a key is pressed that is not used in play.
func TestTheEndScreenWaitsForAKey(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 80, 24)
	if r := m.session.Do(session.Command{Lua: `lose("The dice are gone.")`}); r.Problem != nil {
		t.Fatal(r.Problem)
	}
	m.redraw()
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

// TestLeavingAGameAsksForConfirmation checks that one key does not leave a
// running game.
func TestLeavingAGameAsksForConfirmation(t *testing.T) {
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

// TestResultsAreShownInOrder checks that the results of a command are shown
// from the first on, that n continues exactly where the screen stopped, and
// that nothing is left out.
func TestResultsAreShownInOrder(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {50, 20}, {38, 12}} {
		m := screen(t, shipped.Content(t), "spring_tide", 1, 0, size[0], size[1])
		press(m, "a", "a", "a")
		page := flat(m)
		if first := m.log[m.unread].text; first != "› Dive: Shoal" || m.unread > m.next {
			t.Fatalf("%v: the first unread entry is %q", size, first)
		}
		for pages := 1; ; pages++ {
			for _, e := range m.log[m.unread:m.next] {
				before, after, ok := strings.Cut(page, e.text)
				// Of an entry that is longer than the screen, show the
				// beginning.
				if !ok && m.next > m.unread+1 {
					t.Fatalf("%v: page %d does not show %q after %q", size, pages, e.text, before)
				}
				if ok {
					page = after
				}
			}
			if m.more == 0 {
				break
			}
			if !strings.Contains(page, fmt.Sprintf("%d more (n)", m.more)) {
				t.Errorf("%v: page %d does not say that there is more: %q", size, pages, page)
			}
			from := m.next
			press(m, "n")
			if page = flat(m); m.unread != from || pages > 20 {
				t.Fatalf("%v: page %d begins at %d, expected %d", size, pages+1, m.unread, from)
			}
		}
		if m.next != len(m.log) {
			t.Errorf("%v: %d of %d entries were shown", size, m.next, len(m.log))
		}
	}
}

// flat returns the screen as one line.
func flat(m *Model) string { return strings.Join(strings.Fields(text(m)), " ") }

// TestTheWholeLogScrolls checks that l shows the end of the log, that keys and
// the wheel scroll it within its bounds, and that any other key closes it.
func TestTheWholeLogScrolls(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 1, 0, 60, 10)
	for i := range 30 {
		m.say(entry{text: fmt.Sprint("entry ", i)})
	}
	shows := func(first, last int) {
		t.Helper()
		lines := strings.Split(strings.TrimRight(drawn(m), "\n"), "\n")
		body := lines[headLines : len(lines)-1]
		if body[0] != fmt.Sprint("entry ", first) || body[len(body)-1] != fmt.Sprint("entry ", last) {
			t.Fatalf("the log shows %q, expected %d to %d", body, first, last)
		}
		if hint := lines[len(lines)-1]; hint != "any other key: back to the game   q: leave" {
			t.Errorf("the hints are %q", hint)
		}
	}
	press(m, "l")
	shows(23, 29)
	press(m, "up")
	shows(22, 28)
	press(m, "pgup")
	shows(17, 23)
	press(m, "pgdown", "pgdown", "down")
	shows(23, 29)
	for range 20 {
		m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	}
	press(m, "pgup", "pgup", "pgup", "pgup", "pgup", "pgup")
	shows(0, 6)
	m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	shows(1, 7)
	press(m, "x")
	if m.wholeLogShown || strings.Contains(text(m), "entry 3") {
		t.Errorf("another key does not close the log:\n%s", text(m))
	}
}

// TestALargeScreenIsUsed checks that a large screen draws dice with pips, cards
// with their texts, and looked-up information beside them; a click anywhere on
// a card takes it.
func TestALargeScreenIsUsed(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 200, 60)
	got := text(m)
	for _, want := range []string{"│  ●       ●  │", "│ Change a die by 1, up or", "│ What scores", "╰─Mana −1─"} {
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

// TestFewColorsDrawTheSameText checks that the text is the same with 16 colors
// and with none.
func TestFewColorsDrawTheSameText(t *testing.T) {
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

// TestSimilarEffectsShareAnEntry checks that changes with the same beginning
// share an entry, that equal ones are counted, and that order is kept.
func TestSimilarEffectsShareAnEntry(t *testing.T) {
	m := screen(t, shipped.Content(t), "forward", 1, 0, 80, 24)
	var got []string
	for _, e := range m.effects([]string{
		"Deck → Hand: Ace", "e1 Rat: hp 3 → 1", "Deck → Hand: King", "Gold 1 → 2", "Deck → Hand: Ace",
		"e1 Rat: poison 0 → 1", "Hand is in a new order", "Gold 1 → 2", "Deck → Hand: Ace",
	}) {
		if !e.effect || e.loud {
			t.Errorf("%q is not an effect", e.text)
		}
		got = append(got, e.text)
	}
	want := []string{"Deck → Hand: Ace ×3, King", "e1 Rat: hp 3 → 1, poison 0 → 1", "Gold 1 → 2", "Hand is in a new order", "Gold 1 → 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}

// TestCtrlZSuspends checks that Ctrl+Z suspends the program wherever the player
// is, as in other programs of a terminal, and changes nothing.
func TestCtrlZSuspends(t *testing.T) {
	m := screen(t, shipped.Content(t), "hammer", 1, 2, 80, 24)
	press(m, "a", "d")
	suspends := func(where string) {
		t.Helper()
		before := m.session.Hash()
		_, cmd := m.Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
		if cmd == nil {
			t.Fatalf("%s: nothing happens", where)
		}
		if _, ok := cmd().(tea.SuspendMsg); !ok || m.session.Hash() != before {
			t.Errorf("%s: %T, and the game has changed: %v", where, cmd(), m.session.Hash() != before)
		}
	}
	suspends("behind the curtain")
	press(m, "enter")
	suspends("on the board")
	press(m, "h")
	suspends("in the help")
	press(m, "x", "l")
	suspends("in the log")
}
