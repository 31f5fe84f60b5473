package play

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/game/board"
	"sleight/tests/shipped"
)

// TestOptionsReferToVisibleThings checks which options refer to a thing on the
// board: not a word that happens to be a thing's label, and not a thing that is
// in a pile or not visible.
func TestOptionsReferToVisibleThings(t *testing.T) {
	row := board.Zone{Name: "row", Entities: []board.Entity{{Label: "d1", Name: "Red"}, {Label: "d2", Name: "Blue"}}}
	pile := board.Zone{Name: "pile", Pile: true, Entities: []board.Entity{{Label: "c1", Name: "Ace"}}}
	b := &board.Board{Groups: []board.Group{{Zones: []board.Zone{row, pile}}}}
	b.Choice.Options = []board.Option{
		{Label: "d1", Title: "Red", Thing: true}, {Label: "d2", Title: "d2"}, {Label: "c1", Title: "Ace", Thing: true}, {Label: "gone", Title: "Gone", Thing: true},
	}
	var got []string
	for _, s := range options(b, screen(t, shipped.Content(t), "forward", 1, 0, 80, 24).translator) {
		got = append(got, s.word+":"+s.label)
	}
	if want := []string{"d1:d1", "d2:", "c1:", "gone:", ":"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNarrowTexts checks wrapped texts, titles and meters at their limits.
func TestNarrowTexts(t *testing.T) {
	m := &Model{signs: asciiSigns, density: airy}
	for _, c := range []struct{ got, want []string }{
		{wrap("abc", 3, 1, "..."), []string{" ..."}},
		{wrap("ab cd ef", 4, 2, "."), []string{" ab", " c."}},
		{wrap("ab cd", 4, 2, "."), []string{" ab", " cd"}},
		{[]string{withColon(""), withColon("7"), withColon("x"), withColon("7x"), withColon("x0")}, []string{"", "7:", "x", "7x", "x0:"}},
		{m.opponent(board.Entity{Name: "Ghost", Life: &board.HitPoints{Left: 2}})[1:], []string{" " + m.signs.hitPoints + m.meter(0) + " 2/0"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// TestAFullLogDropsItsOldestEntry checks the entries, and how many of them have been
// read, when the log is full.
func TestAFullLogDropsItsOldestEntry(t *testing.T) {
	for unread, want := range map[int]int{0: 0, 1: 0, 2: 1, maxLog: maxLog - 1} {
		s := &playerLog{log: make([]entry, maxLog), unread: unread}
		s.log[1].text = "second"
		s.add(entry{text: "new"})
		if len(s.log) != maxLog || s.log[0].text != "second" || s.log[maxLog-1].text != "new" || s.unread != want {
			t.Errorf("%d read: %d entries, the first %q, the last %q, %d read, want %d", unread, len(s.log), s.log[0].text, s.log[maxLog-1].text, s.unread, want)
		}
	}
}

// TestKeysScrollTheWholeLog checks how far each key scrolls, at heights down to
// one line, and that the wheel does not scroll the board behind the log.
func TestKeysScrollTheWholeLog(t *testing.T) {
	for height, page := range map[int]int{1: 1, 2: 1, 3: 1, 4: 2, 25: 12} {
		got := map[string]int{}
		for _, key := range []string{"up", "down", "pgup", "pgdown", "x"} {
			m := &Model{height: height}
			if m.scrollLog(key) != (key != "x") {
				t.Errorf("%s: it says the opposite", key)
			}
			got[key] = m.logBelow
		}
		if want := map[string]int{"up": 1, "down": -1, "pgup": page, "pgdown": -page, "x": 0}; !reflect.DeepEqual(got, want) {
			t.Errorf("height %d: %v, want %v", height, got, want)
		}
	}
	m := screen(t, shipped.Content(t), "spring_tide", 1, 0, 40, 12)
	press(m, "l")
	m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if press(m, "l"); m.firstLine != 0 || m.wholeLogShown {
		t.Errorf("the board is scrolled by %d lines", m.firstLine)
	}
	if m.Update(tea.MouseWheelMsg{Button: tea.MouseWheelDown}); m.firstLine == 0 {
		t.Error("the wheel does not scroll the board, so this test shows nothing")
	}
}

// TestTheHeadShowsTheSeedAsGiven checks that the seed is written in decimal.
func TestTheHeadShowsTheSeedAsGiven(t *testing.T) {
	m := screen(t, shipped.Content(t), "forward", 1234567890, 1, 100, 30)
	if got := m.head()[0]; !strings.Contains(got, "seed 1234567890, command 0") {
		t.Errorf("%q", got)
	}
}

// TestTravelCancelsAnOpenChoice checks that undo and redo cancel an open choice,
// even if there is nothing to undo.
func TestTravelCancelsAnOpenChoice(t *testing.T) {
	for _, key := range []string{"u", "r"} {
		m := screen(t, shipped.Content(t), "manipulation", 7, 0, 100, 40)
		for _, s := range m.spots {
			if !m.board.Choice.Open && s.reason == "" && s.act == begin {
				press(m, s.key)
			}
		}
		if !m.board.Choice.Open {
			t.Fatal("no choice is open")
		}
		if press(m, key); m.board.Choice.Open || m.session.Turn() != 0 || m.notice == "" {
			t.Errorf("%s: open %v, command %d, %q", key, m.board.Choice.Open, m.session.Turn(), m.notice)
		}
	}
}

// TestAPrivateGameCanBeTakenBack checks that players of a private game see what
// can be undone and redone, and that both work while the curtain is drawn.
func TestAPrivateGameCanBeTakenBack(t *testing.T) {
	m := screen(t, shipped.Content(t), "hammer", 1, 2, 100, 30)
	var got [][2]int
	note := func() { got = append(got, [2]int{m.board.Undo, m.board.Redo}) }
	note()
	press(m, "a", "d")
	note()
	press(m, "enter")
	note()
	press(m, "u")
	note()
	if want := [][2]int{{0, 0}, {1, 0}, {1, 0}, {0, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("can be taken back and done again: %v, want %v", got, want)
	}
}
