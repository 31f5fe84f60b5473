package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

// world is a map with seven places in four ranks; here is where the player is.
func world(here string) board.Zone {
	var things []board.Entity
	for _, name := range []string{"Cave", "Hill", "Caves", "Lake", "Wood", "Moor", "Ga"} {
		things = append(things, board.Entity{Label: fmt.Sprint("m", len(things)+1), Name: name})
	}
	return board.Zone{Title: "World", Count: len(things), Limit: -1, Entities: things, Map: &board.Map{
		Across: 2, Here: here, Paths: [][2]string{{"m1", "m3"}, {"m1", "m4"}, {"m2", "m3"}, {"m3", "m5"}, {"m4", "m6"}, {"m5", "m7"}},
	}}
}

// TestMapsAtEveryWidth checks which part of a map is drawn, how wide its places are
// and where they can be clicked, wherever the player is.
func TestMapsAtEveryWidth(t *testing.T) {
	var out strings.Builder
	for _, here := range []string{"", "m1", "m3", "m5", "m7"} {
		last := ""
		for width := 12; width <= 42; width++ {
			m := &Model{signs: unicodeSigns, focus: 1, spots: []spot{{key: "a", label: "m4"}, {key: "b", label: "m7"}, {key: "c", label: "m5", reason: "no"}}}
			p := &sheet{width: width, lines: []string{"above"}}
			drawn := m.drawMap(p, world(here), airy)
			text := strings.TrimPrefix(described(p), fmt.Sprintf("width %d\n", width))
			if text = fmt.Sprintf("drawn %v\n%s", drawn, text); text != last {
				add(&out, fmt.Sprintf("%d columns, at %q", width, here), text)
				last = text
			}
		}
	}
	check := func(name string, z board.Zone, at densityLevel, spots ...spot) {
		m := &Model{signs: unicodeSigns, focus: -1, spots: spots}
		p := &sheet{width: 42}
		add(&out, name, fmt.Sprintf("drawn %v\n%s", m.drawMap(p, z, at), described(p)))
	}
	one := world("m1")
	one.Entities = slices.Clone(one.Entities)
	for i := range one.Entities {
		one.Entities[i].Name = "Ga"
	}
	one.Entities[3].Name = "A very long name of a place that no map can show"
	check("a single name to explain", one, airy)
	check("little room, nothing to choose", world("m1"), boxed)
	check("little room, a place to choose", world("m1"), boxed, spot{key: "a", label: "m4"})
	check("hardly any room, a place to choose", world("m1"), tight, spot{key: "a", label: "m4"})
	check("a map without places", board.Zone{Title: "World", Map: &board.Map{Across: 2}}, airy)
	check("no map", board.Zone{Title: "Row", Count: 1, Entities: []board.Entity{{Label: "m1", Name: "Cave"}}}, airy)
	golden.Check(t, "testdata/maps.txt", out.String())
}

// TestGroupsInAnyRoom checks how a group is drawn: which figures are left out, where a
// figure in words takes the place of a map, and when its title is.
func TestGroupsInAnyRoom(t *testing.T) {
	var out strings.Builder
	figure := func(name, show string, idle bool) board.Figure {
		return board.Figure{Name: name, Title: name, Value: "7", Show: show, Idle: idle}
	}
	row := board.Zone{Title: "Row", Count: 2, Limit: -1, Entities: []board.Entity{{Label: "c1", Name: "Ace"}, {Label: "d1", Name: "d6", Die: &board.Die{Sides: 6, Value: 4}}}}
	list, stack, empty := row, row, board.Zone{Title: "Empty", Limit: 3}
	list.As, stack.As = board.List, board.Stack
	small := &board.Map{Across: 9}
	tiny := board.Zone{Title: "Map", Count: 1, Limit: -1, Entities: []board.Entity{{Label: "p1", Name: "Pit"}}, Map: small}
	for _, c := range []struct {
		name  string
		group board.Group
	}{
		{"figures", board.Group{Title: "G", Figures: []board.Figure{figure("a", "", false), figure("b", "", true), figure("c", board.Text, true)}}},
		{"a map that does not fit", board.Group{Title: "G", Figures: []board.Figure{figure("b", "", true), figure("c", board.Text, true)}, Zones: []board.Zone{tiny}}},
		{"a map that fits", board.Group{Title: "G", Figures: []board.Figure{figure("c", board.Text, true)}, Zones: []board.Zone{world("m1")}}},
		{"nothing", board.Group{Title: "G", Figures: []board.Figure{figure("b", "", true)}, Zones: []board.Zone{empty}}},
		{"a zone of the same name", board.Group{Title: "Row", Zones: []board.Zone{row}}},
		{"a list", board.Group{Title: "G", Zones: []board.Zone{list, empty}}},
		{"a stack", board.Group{Title: "G", Zones: []board.Zone{stack, empty, empty}}},
	} {
		for density := grand; density <= tight; density++ {
			m := &Model{signs: unicodeSigns, focus: 0, density: density, spots: []spot{{key: "a", label: "d1"}}, board: &board.Board{}}
			p := &sheet{width: 40}
			m.group(p, c.group, density)
			add(&out, fmt.Sprintf("%s, density %d", c.name, density), described(p))
		}
	}
	for players := 1; players <= 2; players++ {
		for density := roomy; density <= tight; density++ {
			m := &Model{signs: unicodeSigns, focus: -1, density: density, board: &board.Board{Players: players, Groups: []board.Group{
				{Title: "First", Place: board.Head, Figures: []board.Figure{figure("a", "", false)}},
				{Title: "Else", Place: board.Near, Figures: []board.Figure{figure("x", "", false)}},
				{Title: "Second", Place: board.Head, Figures: []board.Figure{figure("b", "", false)}},
			}}}
			p := &sheet{width: 40}
			m.overview(p, density)
			add(&out, fmt.Sprintf("the head for %d players, density %d", players, density), described(p))
		}
	}
	golden.Check(t, "testdata/groups.txt", out.String())
}

// TestScreensOfEverySize checks, at every height and width, which parts of the page stay
// at the top and the bottom, how many lines scroll, and where the log is; and that the
// first line shows the turn only if there is room for it.
func TestScreensOfEverySize(t *testing.T) {
	var out strings.Builder
	m := shedScreen(t, 60, 18)
	last := ""
	for _, width := range []int{60, 109, 110} {
		for height := 8; height <= 32; height++ {
			m.Update(tea.WindowSizeMsg{Width: width, Height: height})
			fits(t, m)
			p := m.page
			line := fmt.Sprintf("head %d, foot %d, lines %d, crowded %v, log beside %v, density %d", p.head, p.foot, len(p.lines), p.crowded, p.logged, m.density)
			if line != last {
				fmt.Fprintf(&out, "%d × %d: %s\n", width, height, line)
				last = line
			}
		}
	}
	for width := 20; width <= 50; width++ {
		m.Update(tea.WindowSizeMsg{Width: width, Height: 24})
		fmt.Fprintf(&out, "|%s|\n", strings.Join(strings.Split(ansi.Strip(m.View().Content), "\n")[:2], "|"))
	}
	golden.Check(t, "testdata/everysize.txt", out.String())
}

// TestADebuggerFollowsTheScreen checks that a debugger can join the game on the screen,
// and is notified of new content.
func TestADebuggerFollowsTheScreen(t *testing.T) {
	s, problem := session.New(bazaar.Written(t, "shed", shed), "shed", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	target, d := debug.NewTarget(), debug.New()
	m := New(s, Options{Target: target})
	target.Leave() // as Run does
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	heard := 0
	if err := target.Join(context.Background(), d, func(*session.Session) { heard++ }); err != nil {
		t.Fatal(err)
	}
	m.Update(Outcome{Value: bazaar.Written(t, "shed", strings.Replace(shed, "vars.gold + 3", "vars.gold + 4", 1)), Published: true})
	if heard != 1 || d.Session() != s {
		t.Errorf("the debugger has heard %d times of new content", heard)
	}
}

// TestPlayersReadWhatOthersDid plays a private game for two, and checks the style of the
// texts that each reads, and who sits at the screen when the game is played again.
func TestPlayersReadWhatOthersDid(t *testing.T) {
	m := screen(t, shipped.Content(t), "hammer", 1, 2, 100, 40)
	press(m, "a", "d")     // player 1 bids 3
	press(m, "enter")      // player 2 takes over
	press(m, "a", "f")     // and bids 5
	press(m, "enter", "l") // player 1 reads the log
	var lines []string
	for _, line := range strings.Split(marked(m.View().Content), "\n") {
		if strings.Contains(line, "Player 2 bids") || strings.Contains(line, "Bid 5") || strings.Contains(line, "Bid 3") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	if got := strings.Join(lines, "\n"); !strings.Contains(got, "bold{Player 2 bids 5.") || strings.Contains(got, "bold{▸ (2)") {
		t.Errorf("player 1 reads:\n%s", got)
	}
	press(m, "l")
	if m.seat != 1 {
		t.Fatalf("player %d is at the screen", m.seat)
	}
	m.seat, m.curtain = 2, true
	m.activate(&spot{act: newGame})
	if m.seat != m.session.Player() || m.curtain || m.session.Turn() != 0 || len(m.others) != 1 {
		t.Errorf("again: player %d is at the screen, curtain %v", m.seat, m.curtain)
	}
}

// TestTitlesOfThings checks the titles of options: by value, by place, and as given.
func TestTitlesOfThings(t *testing.T) {
	b := &board.Board{Groups: []board.Group{{Zones: []board.Zone{
		{Title: "Deck", Entities: []board.Entity{{Hidden: true}, {Label: "c2", Hidden: true}}},
		{Title: "Dice", Entities: []board.Entity{
			{Label: "d1", Die: &board.Die{Value: 4}}, {Label: "d2", Die: &board.Die{}}, {Label: "d3", Die: &board.Die{Value: 2, Word: "sun"}}, {Label: "c1", Name: "Ace"},
		}},
	}}}}
	for label, want := range map[string]string{"": "T", "c2": "Deck 2", "d1": "[4] T", "d2": "T", "d3": "T", "c1": "T", "x9": "T"} {
		if got := titleOf(b, label, "T"); got != want {
			t.Errorf("%q is %q, expected %q", label, got, want)
		}
	}
	b.Choice = board.Choice{Open: true, Picked: []string{"x"}}
	if got := options(b, nil); len(got) != 2 || got[0].act != confirm || got[1].act != cancel || got[1].text != "Cancel it. Nothing has been spent." || got[1].key != "esc" {
		t.Errorf("at the end of a choice, there are %+v", got)
	}
}
