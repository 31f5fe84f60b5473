package play

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestScreenIsInTheRequestedLanguage checks that everything on the screen is in
// the requested language, and that the game itself is not affected.
func TestScreenIsInTheRequestedLanguage(t *testing.T) {
	c := shipped.Content(t)
	play := func(tag string) *Model {
		lang, _ := locale.Parse(tag)
		s, problem := session.New(c, "bomb_or_treasure", session.Options{Seed: 7})
		if problem != nil {
			t.Fatal(problem)
		}
		m := New(s, Options{Language: lang})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		press(m, "c", "a")
		return m
	}
	written, german, austrian := play(""), play("de"), play("de_AT.UTF-8")
	if text(german) != text(austrian) || german.session.Hash() != written.session.Hash() {
		t.Errorf("de and de-AT differ, or the game knows of its language:\n%s\n%s", text(german), text(austrian))
	}
	for _, want := range []string{"Bombe oder Schatz", "Links aufdecken", "Pfeile: bewegen"} {
		if !strings.Contains(text(german), want) {
			t.Errorf("%q is missing in:\n%s", want, text(german))
		}
	}
}

// english matches English words that no German text of a shipped game contains,
// and identifiers of commands.
var english = regexp.MustCompile(`(?i)\b(the|and|of|is|are|to|you|not|now|held|hidden|unseen|more|cost|player|turn|empty|locked|choose|[a-z]+_[a-z]+|none)\b`)

// TestGermanFitsEveryScreen plays at random in German, whose words are longer
// and have umlauts, and checks that no line is wider than the screen, and that no
// word is English.
func TestGermanFitsEveryScreen(t *testing.T) {
	c := shipped.Content(t)
	german, _ := locale.Parse("de")
	for _, g := range c.Games() {
		for _, size := range [][2]int{{80, 24}, {38, 12}} {
			t.Run(fmt.Sprint(g.ID(), size), func(t *testing.T) {
				s, problem := session.New(c, g.ID(), session.Options{Seed: 4, Players: g.MaxPlayers})
				if problem != nil {
					t.Fatal(problem)
				}
				m := New(s, Options{Language: german})
				m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				luck := rand.New(rand.NewPCG(2, uint64(size[0])))
				for range min(120, rounds()) { // later, a cut German word looks English
					fits(t, m)
					if found := english.FindString(text(m)); found != "" {
						t.Fatalf("%q is on a German screen:\n%s", found, text(m))
					}
					for range luck.IntN(8) {
						press(m, []string{"right", "down", "h", "x"}[luck.IntN(4)])
						fits(t, m)
					}
					press(m, "enter")
				}
			})
		}
	}
}

// letters matches a word of English on a screen whose texts have no letters but ö: all
// but keys before an action, labels of things and hints of mere numbers.
var letters = regexp.MustCompile(`[A-Za-z]{2,}`)

// TestLocalesTranslateTheWholeScreen plays at random in a language that is not built in,
// and checks that every word on the screen, the log and the help comes from the
// locale.
func TestLocalesTranslateTheWholeScreen(t *testing.T) {
	c := shipped.InForeign(t)
	lang, _ := locale.Parse(shipped.Foreign)
	for _, g := range c.Games() {
		t.Run(g.ID(), func(t *testing.T) {
			s, problem := session.New(c, g.ID(), session.Options{Seed: 4, Players: g.MaxPlayers})
			if problem != nil {
				t.Fatal(problem)
			}
			m := New(s, Options{Language: lang})
			m.Update(tea.WindowSizeMsg{Width: 100, Height: 60})
			luck := rand.New(rand.NewPCG(2, 3))
			seen := map[string]bool{}
			look := func() {
				screen := strings.ReplaceAll(text(m), "esc)", "")
				for _, word := range letters.FindAllString(screen, -1) {
					if !seen[word] {
						seen[word] = true
						t.Errorf("%q is on the screen:\n%s", word, screen)
					}
				}
			}
			for range min(80, rounds()) {
				look()
				for range luck.IntN(8) {
					press(m, []string{"right", "down", "h", "l", "x", "u", "r"}[luck.IntN(7)])
					look()
				}
				press(m, "enter")
			}
			for _, outcome := range []string{"win()", "lose()"} {
				if r := s.Do(session.Command{Lua: outcome}); r.Problem != nil {
					t.Fatal(r.Problem)
				}
				m.redraw()
				look()
				press(m, "u")
			}
		})
	}
}
