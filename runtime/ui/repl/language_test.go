package repl

import (
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// english matches words that are English and not German, and that do not occur
// in commands, labels or names of shipped games.
var english = regexp.MustCompile(`(?i)\b(the|and|of|is|are|to|you|not|now|held|hidden|unseen|more|cost|player|turn|empty|locked|showing|while|nothing|refused|warning|possible|phase [a-z])\b`)

// TestGermanGamesShowOnlyGerman checks that boards, actions, changes and refusals of
// the shipped games are in German when the game is.
func TestGermanGamesShowOnlyGerman(t *testing.T) {
	content := shipped.Content(t)
	german, _ := locale.Parse("de")
	for _, g := range content.Games() {
		s, problem := session.New(content, g.ID(), session.Options{Seed: 3})
		if problem != nil {
			t.Fatal(problem)
		}
		var out strings.Builder
		r := New(s, nil, Options{Out: &out, Language: german})
		r.Greet()
		for range 12 {
			for _, line := range []string{"actions", "legal", "state --all", "undo 99", "use zork", "cancel", "bot random"} {
				out.WriteString(r.Prompt() + "\n")
				r.Execute(line)
			}
		}
		text := out.String()
		for line := range strings.Lines(text) {
			if found := english.FindString(line); found != "" {
				t.Errorf("%s: %q in %s", g.ID(), found, line)
			}
		}
	}
}

// TestLocalesTranslateTheWholeBoard checks that every word of the board comes from the
// locale in a language that is not built in, except for what players type.
func TestLocalesTranslateTheWholeBoard(t *testing.T) {
	content := shipped.InForeign(t)
	foreign, _ := locale.Parse(shipped.Foreign)
	letters, typed := regexp.MustCompile(`[A-Za-z]{2,}`), regexp.MustCompile(`^  [a-z_]+ +`) // options that players type
	for _, g := range content.Games() {
		s, problem := session.New(content, g.ID(), session.Options{Seed: 3, Players: g.MaxPlayers})
		if problem != nil {
			t.Fatal(problem)
		}
		var out strings.Builder
		r := New(s, nil, Options{Out: &out, Language: foreign})
		r.Greet()
		board := out.String()
		commands := 30
		if testing.Short() {
			commands = 8
		}
		for range commands {
			r.Execute("bot random")
			out.Reset()
			r.Execute("state")
			board += out.String()
		}
		seen := map[string]bool{}
		for line := range strings.Lines(board) {
			if found := letters.FindString(typed.ReplaceAllString(line, "")); found != "" && !seen[found] {
				seen[found] = true
				t.Errorf("%s: %q in %s", g.ID(), found, line)
			}
		}
	}
}
