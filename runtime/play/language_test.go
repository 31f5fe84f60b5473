package play

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/engine"
	"sleight/runtime/locale"
)

// TestAGameSpeaksTheLanguageOfItsPlayer holds that everything on the screen is in
// the language that was asked for, and that the game itself is none the wiser.
func TestAGameSpeaksTheLanguageOfItsPlayer(t *testing.T) {
	c := shipped(t)
	play := func(tag string) *Model {
		lang, _ := locale.Parse(tag)
		s, problem := c.NewSession("bomb_or_treasure", engine.Options{Seed: 7})
		if problem != nil {
			t.Fatal(problem)
		}
		m := New(s, Options{Language: lang})
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		press(m, "3", "1")
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
