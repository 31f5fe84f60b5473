// Package locales_test plays the shipped games in every language that they
// have, and checks that players read no other language.
package locales_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestPlayersSeeOnlyTheirLanguage plays at random and compares what is shown
// in German with the original: a text may be equal in both only if the locale
// says so.
func TestPlayersSeeOnlyTheirLanguage(t *testing.T) {
	c := shipped.Content(t)
	german, _ := locale.Parse("de")
	games := uint64(1)
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		games = 3
	}
	for _, g := range c.Games() {
		t.Run(g.ID(), func(t *testing.T) {
			translator := locale.Open(c.Catalog, g.Definition, german)
			w := watcher{t: t, translator: translator, same: sameInBoth(c.Catalog), seen: map[string]bool{}}
			for seed := range games {
				s, problem := session.New(c, g.ID(), session.Options{Seed: seed, Players: g.MaxPlayers})
				if problem != nil {
					t.Fatal(problem)
				}
				w.play(s, rand.New(rand.NewPCG(seed, 1)))
			}
			if w.compared < 1000 {
				t.Errorf("only %d texts were compared", w.compared)
			}
		})
	}
}

// sameInBoth collects the texts that a locale leaves unchanged.
func sameInBoth(c *def.Catalog) map[string]bool {
	same := map[string]bool{}
	for _, l := range c.Locales {
		data, _ := l.Read()
		note := func(n *def.Node) {
			if from := n.TextOr("from", ""); from == n.TextOr("to", "") {
				same[from] = true
			}
		}
		for _, f := range data.Each("texts") {
			for _, t := range f.Value.Fields() {
				note(t.Value)
			}
		}
		for _, n := range data.All("says") {
			note(n)
		}
	}
	return same
}

// watcher compares original texts with translated ones.
type watcher struct {
	t          *testing.T
	translator *locale.Translator
	same       map[string]bool
	seen       map[string]bool
	compared   int
}

// play runs random legal commands for a while.
func (w *watcher) play(s *session.Session, luck *rand.Rand) {
	for range 150 {
		w.look(s)
		offers, problem := s.Offers()
		if problem != nil {
			w.t.Fatal(problem)
		}
		for _, o := range offers {
			r := s.Begin(o.Command)
			w.text(r.Refusal.String(), w.translator.Message(r.Refusal), o.Command)
			w.look(s)
			s.Cancel()
			if r.OK() && r.Command != "" { // no choice was left to make
				w.told(s, r)
			}
		}
		all, problem := s.Legal(40)
		if problem != nil {
			w.t.Fatal(problem)
		}
		if len(all) == 0 {
			return
		}
		w.told(s, s.Do(all[luck.IntN(len(all))]))
	}
}

func (w *watcher) told(s *session.Session, r session.Result) {
	if !r.OK() {
		w.t.Fatal(r)
	}
	for _, m := range r.Messages {
		w.text(m.Text, w.translator.Message(s.Sentence(m.Text)), r.Command)
	}
	written, read := board.Describe(s, 1, r.Changes, nil), board.Describe(s, 1, r.Changes, w.translator)
	for i := range written {
		w.text(written[i].Text, read[i].Text, r.Command)
	}
}

func (w *watcher) look(s *session.Session) {
	w.tree("", tree(w.t, board.Of(s, 1, nil)), tree(w.t, board.Of(s, 1, w.translator)))
}

func tree(t *testing.T, b *board.Board) (out any) {
	t.Helper()
	text, err := json.Marshal(b)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// forPrograms lists the parts of a board that no player reads.
var forPrograms = []string{"game", "command", "label", "item", "key", "kind", "variable", "state", "show", "type", "color", "target", "from", "outcome", "icon", "picked", "code", "drawing", "art", "back", "place", "as", "rarity", "material"}

func (w *watcher) tree(path string, written, read any) {
	switch x := written.(type) {
	case map[string]any:
		for k, v := range x {
			isName := k == "name" && (strings.Contains(path, ".phase") || strings.HasSuffix(path, ".window") || strings.HasSuffix(path, ".figures") || strings.HasSuffix(path, ".zones"))
			if !slices.Contains(forPrograms, k) && !isName {
				w.tree(path+"."+k, v, read.(map[string]any)[k])
			}
		}
	case []any:
		for i, v := range x {
			w.tree(path, v, read.([]any)[i])
		}
	case string:
		w.text(x, read.(string), path)
	}
}

var (
	aWord = regexp.MustCompile(`[A-Za-z]{3,}`)
	// english are words that no German text has.
	english = regexp.MustCompile(`(?i)\b(the|you|your|of|and|with|not|this|that|from|each|player|dice|card|turn|turns|points|are|again|other)\b`)
)

// text reports a text that was not translated.
func (w *watcher) text(written, read, where string) {
	w.compared++
	if half := english.FindString(read); half != "" && written != read && !w.seen[written] {
		w.seen[written] = true
		w.t.Errorf("%q became %q, of which %q is no German (%s)", written, read, half, where)
	}
	if written != read || w.same[written] || !aWord.MatchString(written) || w.seen[written] {
		return
	}
	for _, word := range aWord.FindAllString(written, -1) {
		if !w.same[word] {
			w.seen[written] = true
			w.t.Errorf("%q is the same in both languages (%s)", written, where)
			return
		}
	}
}
