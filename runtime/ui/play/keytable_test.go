package play

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// shedScreen returns a screen of the shed, which has a question for each key.
func shedScreen(t *testing.T, width, height int) *Model {
	t.Helper()
	return screen(t, bazaar.Written(t, "shed", shed), "shed", 5, 0, width, height)
}

// TestKeyHints checks which keys the last line names in each state, and which
// of them are dropped first on a narrow screen.
func TestKeyHints(t *testing.T) {
	var out strings.Builder
	long := func(m *Model) { m.page = &page{lines: make([]string, 40), foot: 40} }
	for _, c := range []struct {
		name  string
		state func(*Model)
	}{
		{"at rest", func(*Model) {}},
		{"choosing", func(m *Model) { m.board.Choice.Open = true }},
		{"the help", func(m *Model) { m.help = true; long(m) }},
		{"the log", func(m *Model) { m.wholeLogShown = true; long(m) }},
		{"the curtain", func(m *Model) { m.curtain = true; long(m) }},
		{"more below", long},
		{"more above", func(m *Model) { long(m); m.firstLine = 30 }},
		{"in between", func(m *Model) { long(m); m.firstLine = 29 }},
	} {
		m := &Model{signs: unicodeSigns, height: 18, board: &board.Board{}, page: &page{lines: make([]string, 3), foot: 3}, focus: -1}
		c.state(m)
		var lines []string
		last := ""
		for m.width = 100; m.width >= 16; m.width-- {
			if line := marked(m.keysLine()); line != last {
				lines, last = append(lines, fmt.Sprint(m.width, " ", line)), line
			}
		}
		add(&out, c.name, strings.Join(lines, "\n"))
	}
	same(t, out.String(), wantHints)
}

// TestHelpAtEveryWidth checks the whole help where lines fit, where they are
// wrapped beside the keys, and on the narrowest screen.
func TestHelpAtEveryWidth(t *testing.T) {
	var out strings.Builder
	for _, width := range []int{45, 16} {
		m := &Model{signs: unicodeSigns, width: width}
		add(&out, fmt.Sprint(width), strings.Join(m.keysHelp(), "\n"))
	}
	same(t, out.String(), wantHelp)
}

// TestUpAndDownFindTheNearestSpot checks where the arrows lead from each spot:
// to the next line that has one, and there to the nearest column.
func TestUpAndDownFindTheNearestSpot(t *testing.T) {
	m := &Model{spots: []spot{
		{title: "a", line: 0, from: 10},
		{title: "b", line: 2, from: 0},
		{title: "c", line: 2, from: 9},
		{title: "d", line: 2, from: 11},
		{title: "e", line: 2, from: 30},
		{title: "f", line: 3, from: 999},
		{title: "g", line: 4, from: 9},
		{title: "h", line: 4, from: 9},
	}}
	var got []string
	for i := -1; i < len(m.spots); i++ {
		way := [2]int{}
		for j, step := range []int{-1, 1} {
			m.focus = i
			m.vertical(step)
			way[j] = m.focus
		}
		got = append(got, fmt.Sprint(i, ": up ", way[0], ", down ", way[1]))
	}
	same(t, strings.Join(got, "\n"), wantWays)
}

// TestEveryCellOfTheScreenIsClicked checks which cells of a screen belong to
// which spot, from the top of the page and scrolled, and that only the left
// button activates it.
func TestEveryCellOfTheScreenIsClicked(t *testing.T) {
	var out strings.Builder
	m := &Model{signs: unicodeSigns, width: 14, height: 15, board: &board.Board{}, page: &page{lines: make([]string, 12), head: 1, foot: 10}}
	m.spots = []spot{
		{key: "a", line: 0, height: 1, from: 0, to: 3},
		{key: "b", line: 1, height: 2, from: 2, to: 6},
		{key: "c", line: 2, height: 1, from: 6, to: 14},
		{key: "d", line: 6, height: 3, from: 1, to: 2},
		{key: "e", line: 10, height: 1, from: 4, to: 9},
		{key: "f", line: 11, height: 1, from: 0, to: 14},
	}
	for i := range m.spots {
		m.spots[i].reason = "not now"
	}
	for _, top := range []int{0, 5} {
		m.firstLine = top
		var got []string
		for y := range m.height {
			line := ""
			for x := range m.width {
				m.focus = -1
				if m.click(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseMiddle}); m.focus >= 0 {
					t.Fatalf("the middle button acts at %d, %d", x, y)
				}
				m.notice = ""
				if m.click(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}); m.focus < 0 {
					line += "."
				} else {
					line += m.spots[m.focus].key
				}
				if (m.focus >= 0) != (m.notice == "not now") {
					t.Fatalf("%d, %d: the focus is %d, the notice %q", x, y, m.focus, m.notice)
				}
			}
			got = append(got, line)
		}
		add(&out, fmt.Sprint("from line ", top), strings.Join(got, "\n"))
	}
	same(t, out.String(), wantCells)
}

// TestClicksCloseWhatCoversTheBoard checks what each button does on the
// curtain, the help and the log: no spot below is activated.
func TestClicksCloseWhatCoversTheBoard(t *testing.T) {
	for _, button := range []tea.MouseButton{tea.MouseLeft, tea.MouseMiddle, tea.MouseRight} {
		for _, key := range []string{"h", "l"} {
			m := shedScreen(t, 60, 18)
			press(m, "a")
			before := fmt.Sprint(m.session.Choice())
			press(m, key)
			s := m.spots[0]
			m.Update(tea.MouseClickMsg{X: s.from, Y: m.row(s.line), Button: button})
			if m.help || m.wholeLogShown || fmt.Sprint(m.session.Choice()) != before {
				t.Errorf("%v after %s: help %v, log %v, %v", button, key, m.help, m.wholeLogShown, m.session.Choice())
			}
		}
	}
	s, problem := session.New(bazaar.Written(t, "shed", shed), "shed", session.Options{Seed: 5})
	if problem != nil {
		t.Fatal(problem)
	}
	m := New(s, Options{})
	m.notice = "Why not"
	m.Update(tea.MouseClickMsg{Button: tea.MouseRight})
	if m.notice != "" {
		t.Errorf("the right button leaves %q", m.notice)
	}
}

// TestRowsOfTheScreen checks the row of each line of a page whose head and foot
// stay, at each position of the rest.
func TestRowsOfTheScreen(t *testing.T) {
	m := &Model{signs: unicodeSigns, width: 40, height: 16, focus: -1, board: &board.Board{}, page: &page{lines: make([]string, 12), head: 2, foot: 10}}
	var got []string
	for top := range 6 {
		m.firstLine = top
		m.scroll(0)
		line := fmt.Sprint("top ", m.firstLine, ", room ", m.room(), ":")
		for at := range m.page.lines {
			line += fmt.Sprint(" ", m.row(at))
		}
		got = append(got, line)
	}
	same(t, strings.Join(got, "\n"), wantScreenRows)
	got = nil
	for _, logged := range []bool{false, true} {
		for density := grand; density <= tight; density++ {
			line := fmt.Sprint("density ", density, ", logged ", logged, ":")
			for _, height := range []int{8, 12, 20, 24, 31, 36, 60} {
				m.page.logged, m.density, m.height = logged, density, height
				line += fmt.Sprint(" ", m.free())
			}
			got = append(got, line)
		}
	}
	same(t, strings.Join(got, "\n"), wantFree)
}

// TestScrollingStaysOnThePage checks how far keys and the wheel scroll.
func TestScrollingStaysOnThePage(t *testing.T) {
	m := shedScreen(t, 24, 11)
	var got []string
	for _, key := range []string{"pgup", "wheel:up", "wheel:down", "wheel:down", "wheel:up", "pgdown", "pgdown", "pgdown", "pgdown", "pgup", "right", "left", "left"} {
		send(t, m, key)
		got = append(got, fmt.Sprintf("%s: top %d, room %d of %d, focus %d on row %d", key, m.firstLine, m.room(), m.page.foot-m.page.head, m.focus, m.row(m.focused().line)))
	}
	same(t, strings.Join(got, "\n"), wantScrolling)
}

const wantHints = `
== at rest
100 key{}faint{arrows: move   Enter: take   u: undo   r: redo   l: log   h: help   q: leave}
75 key{}faint{arrows: move   Enter: take   u: undo   l: log   h: help   q: leave}
65 key{}faint{Enter: take   u: undo   h: help   q: leave}
41 key{}faint{Enter: take   h: help   q: leave}
31 key{}faint{Enter: take   q: leave}
21 key{}faint{Enter: take}
== choosing
100 key{}faint{arrows: move   Enter: choose   Esc: cancel   u: undo   h: help   q: leave}
72 key{}faint{Enter: choose   Esc: cancel   u: undo   h: help   q: leave}
57 key{}faint{Enter: choose   Esc: cancel   h: help   q: leave}
47 key{}faint{Enter: choose   Esc: cancel   q: leave}
37 key{}faint{Enter: choose   Esc: cancel}
26 key{}faint{Enter: choose}
== the help
100 key{}faint{any key: back to the game   q: leave}
35 key{}faint{any key: back to the game}
24 key{}faint{}
== the log
100 key{}faint{PgUp, PgDn: scroll   any other key: back to the game   q: leave}
62 key{}faint{any other key: back to the game   q: leave}
41 key{}faint{any other key: back to the game}
30 key{}faint{}
== the curtain
100 key{}faint{Enter: show my cards   q: leave}
30 key{}faint{Enter: show my cards}
19 key{}faint{}
== more below
100 key{PgDn: 31 more below}faint{   arrows: move   Enter: take   u: undo   r: redo   l: log   h: help   q: leave}
97 key{PgDn: 31 more below}faint{   arrows: move   Enter: take   u: undo   l: log   h: help   q: leave}
87 key{PgDn: 31 more below}faint{   Enter: take   u: undo   h: help   q: leave}
63 key{PgDn: 31 more below}faint{   Enter: take   h: help   q: leave}
53 key{PgDn: 31 more below}faint{   Enter: take   q: leave}
43 key{PgDn: 31 more below}faint{   Enter: take}
32 key{PgDn: 31 more below}faint{}
18 key{PgDn: 31 more bel…}faint{}
17 key{PgDn: 31 more be…}faint{}
16 key{PgDn: 31 more b…}faint{}
== more above
100 key{PgDn: 1 more below}faint{   arrows: move   Enter: take   u: undo   r: redo   l: log   h: help   q: leave}
96 key{PgDn: 1 more below}faint{   arrows: move   Enter: take   u: undo   l: log   h: help   q: leave}
86 key{PgDn: 1 more below}faint{   Enter: take   u: undo   h: help   q: leave}
62 key{PgDn: 1 more below}faint{   Enter: take   h: help   q: leave}
52 key{PgDn: 1 more below}faint{   Enter: take   q: leave}
42 key{PgDn: 1 more below}faint{   Enter: take}
31 key{PgDn: 1 more below}faint{}
17 key{PgDn: 1 more bel…}faint{}
16 key{PgDn: 1 more be…}faint{}
== in between
100 key{PgDn: 2 more below}faint{   arrows: move   Enter: take   u: undo   r: redo   l: log   h: help   q: leave}
96 key{PgDn: 2 more below}faint{   arrows: move   Enter: take   u: undo   l: log   h: help   q: leave}
86 key{PgDn: 2 more below}faint{   Enter: take   u: undo   h: help   q: leave}
62 key{PgDn: 2 more below}faint{   Enter: take   h: help   q: leave}
52 key{PgDn: 2 more below}faint{   Enter: take   q: leave}
42 key{PgDn: 2 more below}faint{   Enter: take}
31 key{PgDn: 2 more below}faint{}
17 key{PgDn: 2 more bel…}faint{}
16 key{PgDn: 2 more be…}faint{}
`

const wantHelp = `
== 45
←→↑↓ or Tab     move between actions
Enter or Space  take it
a b c … A B C   take the action with this key
Esc             cancel a choice; nothing has
                been spent
u, r            take back a command, do it
                again
PgUp, PgDn      scroll, when the board is
                long
h or ?          show or hide this
n, l            show further results, show
                the whole log
N               begin another game when one
                is over
q, then q       leave; Ctrl+C leaves at once

The mouse works too: click what you want; the
right button cancels.
== 16
←→↑↓ or Tab    …
Enter or Space …
a b c … A B C  …
Esc            …
u, r           …
PgUp, PgDn     …
h or ?         …
n, l           …
N              …
q, then q      …

The mouse works
too: click what
you want; the
right button
cancels.
`

const wantWays = `
-1: up 0, down 0
0: up 0, down 2
1: up 0, down 5
2: up 0, down 5
3: up 0, down 5
4: up 0, down 5
5: up 4, down 6
6: up 5, down 6
7: up 5, down 7
`

const wantCells = `
== from line 0
..............
..............
aaa...........
..bbbb........
..bbbbcccccccc
..............
..............
..............
..............
..............
..............
....eeeee.....
ffffffffffffff
..............
..............
== from line 5
..............
..............
aaa...........
.d............
.d............
.d............
..............
..............
..............
..............
..............
....eeeee.....
ffffffffffffff
..............
..............
`

const wantScreenRows = `
top 0, room 3: 2 3 4 5 6 -1 -1 -1 -1 -1 12 13
top 1, room 3: 2 3 -1 4 5 6 -1 -1 -1 -1 12 13
top 2, room 3: 2 3 -1 -1 4 5 6 -1 -1 -1 12 13
top 3, room 3: 2 3 -1 -1 -1 4 5 6 -1 -1 12 13
top 4, room 3: 2 3 -1 -1 -1 -1 4 5 6 -1 12 13
top 5, room 3: 2 3 -1 -1 -1 -1 -1 4 5 6 12 13
`

const wantFree = `
density 0, logged false: 1 1 7 11 18 22 42
density 1, logged false: 1 1 7 11 18 22 42
density 2, logged false: 1 1 7 11 18 22 42
density 3, logged false: 1 2 9 12 19 24 48
density 4, logged false: 1 3 10 13 20 25 49
density 5, logged false: 1 3 10 14 21 26 50
density 0, logged true: 1 4 12 16 23 28 52
density 1, logged true: 1 4 12 16 23 28 52
density 2, logged true: 1 4 12 16 23 28 52
density 3, logged true: 1 4 12 16 23 28 52
density 4, logged true: 1 4 12 16 23 28 52
density 5, logged true: 1 4 12 16 23 28 52
`

const wantScrolling = `
pgup: top 0, room 3 of 8, focus 0 on row -1
wheel:up: top 0, room 3 of 8, focus 0 on row -1
wheel:down: top 2, room 3 of 8, focus 0 on row 5
wheel:down: top 4, room 3 of 8, focus 0 on row -1
wheel:up: top 2, room 3 of 8, focus 0 on row 5
pgdown: top 3, room 3 of 8, focus 0 on row 4
pgdown: top 4, room 3 of 8, focus 0 on row -1
pgdown: top 5, room 3 of 8, focus 0 on row -1
pgdown: top 5, room 3 of 8, focus 0 on row -1
pgup: top 4, room 3 of 8, focus 0 on row -1
right: top 3, room 3 of 8, focus 1 on row 4
left: top 3, room 3 of 8, focus 0 on row 4
left: top 4, room 4 of 8, focus 9 on row 7
`
