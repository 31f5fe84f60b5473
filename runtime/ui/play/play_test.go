package play

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

func screen(t testing.TB, c *rules.Content, game string, seed uint64, players, width, height int) *Model {
	t.Helper()
	s, problem := session.New(c, game, session.Options{Seed: seed, Players: players})
	if problem != nil {
		t.Fatal(problem)
	}
	m := New(s, Options{})
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return m
}

// press sends keys by their names, such as "5" or "esc".
func press(m *Model, names ...string) {
	special := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "up": {Code: tea.KeyUp},
		"down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	}
	for _, name := range names {
		k, ok := special[name]
		if !ok {
			k = tea.KeyPressMsg{Code: rune(name[0]), Text: name}
		}
		m.Update(k)
	}
}

func text(m *Model) string { return ansi.Strip(m.View().Content) }

// fits checks that a screen is exactly as large as the terminal.
func fits(t *testing.T, m *Model) {
	t.Helper()
	lines := strings.Split(m.View().Content, "\n")
	if len(lines) != m.height {
		t.Fatalf("%d lines on a screen of %d:\n%s", len(lines), m.height, text(m))
	}
	for _, line := range lines {
		if ansi.StringWidth(line) > m.width {
			t.Fatalf("a line is wider than %d: %q", m.width, ansi.Strip(line))
		}
	}
}

// TestEveryGameCanBePlayedByArrows checks that every available action can be
// reached with arrow keys, and is visible when it is. Whole games can be played
// this way, on any screen.
func TestEveryGameCanBePlayedByArrows(t *testing.T) {
	c := shipped.Content(t)
	rounds := rounds()
	for _, g := range c.Games() {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {38, 12}} {
			t.Run(fmt.Sprint(g.ID(), size), func(t *testing.T) {
				luck := rand.New(rand.NewPCG(1, uint64(size[0])))
				m := screen(t, c, g.ID(), 3, g.MaxPlayers, size[0], size[1])
				done := 0
				for range rounds {
					fits(t, m)
					reachable(t, m)
					moves := luck.IntN(12)
					for range moves {
						press(m, []string{"right", "down", "up", "tab"}[luck.IntN(4)])
					}
					if moves > 0 {
						drawnAsAnew(t, m)
					}
					if at := m.focused(); at != nil && m.row(at.line) < 0 {
						t.Fatalf("%q has the focus and is out of view:\n%s", at.title, text(m))
					}
					if m.board.Ending != nil {
						press(m, "N")
					}
					press(m, "enter")
					done = max(done, m.session.Turn())
				}
				if done == 0 || done < rounds/40 {
					t.Errorf("only %d commands were done:\n%s", done, text(m))
				}
			})
		}
	}
}

// drawnAsAnew checks that a page on which only the focus has moved is the same as
// one that is drawn from scratch.
func drawnAsAnew(t *testing.T, m *Model) {
	t.Helper()
	moved := m.View().Content
	if m.draw(); m.View().Content != moved {
		t.Fatalf("moving the focus has drawn\n%s\nnot\n%s", ansi.Strip(moved), text(m))
	}
}

// rounds returns how often a test commands each game on each screen.
func rounds() int {
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		return 250
	case testing.Short():
		return 8
	}
	return 40
}

// reachable checks that there is a spot for every offer and option of the
// board.
func reachable(t *testing.T, m *Model) {
	t.Helper()
	has := func(a act, word string) bool {
		return slices.ContainsFunc(m.spots, func(s spot) bool { return s.act == a && s.word == word && s.to > s.from })
	}
	if m.curtain {
		return // which is lifted first
	}
	b := m.board
	for _, o := range b.Offers {
		if b.Ending == nil && !b.Choice.Open && !has(begin, o.Command) {
			t.Fatalf("%s cannot be reached:\n%s", o.Command, text(m))
		}
	}
	for _, o := range b.Choice.Options {
		if !has(pick, o.Label) {
			t.Fatalf("the option %s cannot be reached:\n%s", o.Label, text(m))
		}
	}
}

// TestChoosingATarget picks an ability: its dice get keys, the prompt asks, Esc
// cancels without cost, and a second try succeeds.
func TestChoosingATarget(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 100, 30)
	before := m.session.Hash()
	press(m, "e")
	if got := text(m); !strings.Contains(got, "› Nudge: Select a die") || !strings.Contains(got, "Dice: ┏━▸a)━━━┓ ╭─ b)───╮ ╭─ c)───╮") || !strings.Contains(got, "\n[6] d6") {
		t.Fatalf("it does not ask for a die:\n%s", got)
	}
	press(m, "c")
	if got := text(m); !strings.Contains(got, "› Nudge: [1] d6: Up or down?") || !strings.Contains(got, "+1") {
		t.Fatalf("it does not ask which way:\n%s", got)
	}
	press(m, "esc")
	if m.session.Hash() != before || m.session.Choice().Open {
		t.Fatalf("giving it up has cost something:\n%s", text(m))
	}
	press(m, "e", "c", "b")
	if got := text(m); !strings.Contains(got, "› Nudge: [1] d6, +1") || !strings.Contains(got, "value 1 → 2") || !strings.Contains(got, "Mana 3 → 2") {
		t.Errorf("what has happened is not reported:\n%s", got)
	}
	press(m, "u")
	if m.session.Hash() != before {
		t.Errorf("it is not taken back:\n%s", text(m))
	}
	press(m, "r", "u", "u")
	if !strings.Contains(text(m), "There is nothing to undo.") {
		t.Errorf("it does not say that there is nothing to take back:\n%s", text(m))
	}
}

// TestUnavailableSpotsGiveTheReason checks that an unavailable spot gives the
// reason, and does nothing.
func TestUnavailableSpotsGiveTheReason(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 100, 30)
	press(m, "e", "c") // nudge a die that shows 1
	i := slices.IndexFunc(m.spots, func(s spot) bool { return s.reason != "" })
	if i < 0 {
		t.Fatalf("nothing is barred:\n%s", text(m))
	}
	before := m.session.Hash()
	press(m, m.spots[i].key)
	if got := text(m); !strings.Contains(got, m.spots[i].reason) || !strings.Contains(got, "×"+m.spots[i].key) || m.session.Hash() != before {
		t.Errorf("it does not say why:\n%s", got)
	}
}

// TestMouse checks that a click has the effect of the key on the spot; the
// right button cancels.
func TestMouse(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 7, 0, 80, 24)
	clickOn := func(word string) {
		t.Helper()
		for _, s := range m.spots {
			if s.word == word {
				m.Update(tea.MouseClickMsg{X: s.from + 1, Y: m.row(s.line), Button: tea.MouseLeft})
				return
			}
		}
		t.Fatalf("there is no %s to click on", word)
	}
	clickOn("use nudge")
	if !m.session.Choice().Open {
		t.Fatalf("the click began nothing:\n%s", text(m))
	}
	m.Update(tea.MouseClickMsg{X: 1, Y: 1, Button: tea.MouseRight})
	if m.session.Choice().Open {
		t.Fatal("the right button gave nothing up")
	}
	m.Update(tea.MouseClickMsg{X: 79, Y: 23, Button: tea.MouseLeft})
	clickOn("use nudge")
	clickOn("d3")
	if got := m.session.Choice().Picked; len(got) != 1 {
		t.Errorf("picked %v", got)
	}
}

// TestAReloadWhilePlaying checks that saved content takes effect in the running
// game; its problems are reported and change nothing.
func TestAReloadWhilePlaying(t *testing.T) {
	c := shipped.Content(t)
	m := screen(t, c, "forward", 1, 0, 80, 24)
	fault := diag.New("content/yaml", diag.Place{File: "content/x.yaml", Line: 3, Column: 7}, "a bracket is missing")
	m.Update(Outcome{Value: c, Diagnostics: diag.List{fault}})
	if got := text(m); !strings.Contains(got, "content/x.yaml:3:7: a bracket is missing") {
		t.Errorf("the fault is not reported:\n%s", got)
	}
	m.Update(Outcome{Value: shipped.Content(t), Published: true})
	if got := text(m); strings.Contains(got, "a bracket is missing") || !strings.Contains(got, "The new content is live.") {
		t.Errorf("the new content is not reported:\n%s", got)
	}
	fits(t, m)
}

// TestASCII checks that plain screens of the English games contain only ASCII,
// at every size, at the start and in the middle.
func TestASCII(t *testing.T) {
	c := shipped.Content(t)
	for _, g := range c.Games() {
		for _, size := range [][2]int{{80, 24}, {200, 60}} {
			s, problem := session.New(c, g.ID(), session.Options{Seed: 1})
			if problem != nil {
				t.Fatal(problem)
			}
			m := New(s, Options{Plain: true})
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, name := range append([]string{"h", "x"}, scenes[g.ID()]...) {
				for line := range strings.Lines(text(m)) {
					if i := strings.IndexFunc(line, func(r rune) bool { return r > '~' }); i >= 0 {
						t.Fatalf("%s, %v, before %s: %q", g.ID(), size, name, line)
					}
				}
				press(m, name)
				fits(t, m)
			}
		}
	}
}

// scenes are keys that lead into the middle of each game.
var scenes = map[string][]string{
	"bomb_or_treasure": {"a", "b"},
	"forward":          {"a", "b", "a", "a"},
	"hammer":           {"a", "d", "enter", "a", "f", "enter"},
	"mana_draw":        {"a", "c"},
	"manipulation":     {"a", "a", "b", "c"},
	"never_die_guy":    {"a", "b", "a", "a"},
	"spring_tide":      {"a", "a", "a"},
}

// TestScreens checks the screens of all games at their start and in the middle:
// at the usual size in a file of its own, since docs/play.md shows one, and at
// four others.
func TestScreens(t *testing.T) {
	c := shipped.Content(t)
	for _, g := range c.Games() {
		golden.Check(t, "testdata/"+g.ID()+".txt", drawn(screen(t, c, g.ID(), 1, 0, 80, 24)))
		var all strings.Builder
		for _, size := range [][2]int{{38, 12}, {60, 20}, {120, 40}, {200, 60}} {
			fmt.Fprintf(&all, "%d × %d\n%s", size[0], size[1], drawn(screen(t, c, g.ID(), 1, 0, size[0], size[1])))
		}
		golden.Check(t, "testdata/"+g.ID()+"_sizes.txt", all.String())
		all.Reset()
		for _, size := range [][2]int{{80, 24}, {38, 12}, {60, 20}, {120, 40}, {200, 60}} {
			m := screen(t, c, g.ID(), 1, 0, size[0], size[1])
			if press(m, scenes[g.ID()]...); m.session.Turn() == 0 {
				t.Errorf("%s: the keys do nothing:\n%s", g.ID(), text(m))
			}
			fmt.Fprintf(&all, "%d × %d\n%s", size[0], size[1], drawn(m))
		}
		golden.Check(t, "testdata/"+g.ID()+"_midway.txt", all.String())
	}
	page, err := os.ReadFile("../../../docs/play.md")
	want, also := os.ReadFile("testdata/manipulation.txt")
	if err != nil || also != nil || !strings.Contains(string(page), string(want)) {
		t.Errorf("docs/play.md does not show testdata/manipulation.txt: %v %v", err, also)
	}
}

// drawn returns a screen without the spaces at the ends of its lines.
func drawn(m *Model) string {
	var b strings.Builder
	for line := range strings.Lines(text(m)) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

// TestEssentialsFitTheScreen plays whole games at random and checks that at 80
// × 24 the screen always shows the figures, the actions with their description,
// the beginning of the last command's results, and everything except reference
// information.
func TestEssentialsFitTheScreen(t *testing.T) {
	c := shipped.Content(t)
	most, commands := uint64(1), 250
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		most = 40
	case testing.Short():
		commands = 60
	}
	for _, g := range c.Games() {
		t.Run(g.ID(), func(t *testing.T) {
			for seed := uint64(1); seed <= most; seed++ {
				m := screen(t, c, g.ID(), seed, 0, 80, 24)
				luck := rand.New(rand.NewPCG(2, seed))
				for range commands {
					checkEssentials(t, m)
					if m.board.Ending != nil {
						break
					}
					dare(m, luck)
				}
			}
		})
	}
}

// dare activates one of the available spots at random.
func dare(m *Model, luck *rand.Rand) {
	if m.curtain {
		press(m, "enter")
		return
	}
	var can []int
	for i, s := range m.spots {
		if s.reason == "" && s.act != cancel {
			can = append(can, i)
		}
	}
	if len(can) == 0 {
		press(m, "esc")
		return
	}
	m.focus = can[luck.IntN(len(can))]
	press(m, "enter")
}

// checkEssentials checks that everything essential is visible.
func checkEssentials(t *testing.T, m *Model) {
	t.Helper()
	m.firstLine = 0
	got := text(m)
	if m.curtain {
		return
	}
	if hidden := m.page.side - m.page.head - m.room(); hidden > 0 {
		t.Fatalf("%d lines that matter are not visible after %d commands:\n%s", hidden, m.session.Turn(), got)
	}
	for i := range m.spots {
		if s := &m.spots[i]; m.row(s.line) < 0 || m.row(s.line+s.height-1) < 0 {
			t.Fatalf("%q is not visible:\n%s", s.title, got)
		}
	}
	lines := strings.Split(got, "\n")
	for i, line := range m.detail() {
		if at := lines[m.height-1-len(m.detail())+i]; at != ansi.Strip(line) {
			t.Fatalf("the description is cut: %q, expected %q:\n%s", at, ansi.Strip(line), got)
		}
	}
	if m.unread < len(m.log) {
		if first := ansi.Strip(paragraph(m.log[m.unread], m.width)[0]); !strings.Contains(got, first) {
			t.Fatalf("the last command, %q, is not visible:\n%s", first, got)
		}
	}
}
