package host

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"sleight/runtime/check/secrets"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// sent returns everything that a table sends to a seat of a session after a command,
// answers to the calls of its client included.
func sent(h *Host, s *session.Session, r session.Result, player int) []any {
	t := newTable(h, "t-test")
	t.head = &header{Game: s.Game().ID(), Seats: s.Players(), Content: contentID{Digest: s.Game().Digest()}}
	t.start(s)
	t.content, t.version = t.head.Content, s.Turn()+1
	c := &Participant{table: t, player: player, notify: func(Notice) {}, who: viewKey{player, locale.Language{}}, turn: s.Turn()}
	t.participants[c] = true
	if r.Command != "" {
		t.recordWords(r)
	}
	defer s.Resume() // the table has suspended it
	out := []any{c.Presence()}
	add := func(v any, err error) { out = append(out, v, err) }
	news, err := c.View(context.Background())
	add(news, err)
	log, err := c.History(context.Background(), 0)
	add(log.Entries[max(0, len(log.Entries)-10):], err)
	legal, err := c.Legal(context.Background(), 0)
	add(legal, err)
	for _, o := range news.View.Offers {
		chosen, err := c.Choose(context.Background(), ChoiceRequest{Command: o.Command})
		add(chosen, err)
		for _, option := range chosen.Choice.Options[:min(3, len(chosen.Choice.Options))] {
			chosen, err := c.Choose(context.Background(), ChoiceRequest{Command: o.Command, Picked: []string{option.Label}})
			add(chosen, err)
		}
	}
	for _, o := range news.View.Offers[:min(3, len(news.View.Offers))] {
		foreseen, err := c.Preview(context.Background(), ChoiceRequest{Command: o.Command})
		add(foreseen, err)
	}
	s.Resume()
	for player := range s.Players() { // the secrets of other seats
		chosen, err := c.Choose(context.Background(), ChoiceRequest{Command: "@" + string(rune('1'+player)) + " " + firstAction(s)})
		add(chosen, err)
	}
	return out
}

func firstAction(s *session.Session) string {
	if names := s.Game().ActionNames(); len(names) > 0 {
		return names[0]
	}
	return "x"
}

// TestHiddenValuesAreNotSent compares the bytes that a table sends to a seat in
// pairs of worlds that the seat must not be able to tell apart: in a game with
// sealed bids, and in every shipped game.
func TestHiddenValuesAreNotSent(t *testing.T) {
	pairs := 40
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		pairs = 5000
	case testing.Short(): // for example, under the race detector
		pairs = 4
	}
	own, _ := contents(t, "1")
	for name, content := range map[string]*rules.Content{"sealed": own, "shipped": shipped.Content(t)} {
		h := &Host{Options: Options{Limits: Limits{Reads: 1e9, Acts: 1e9}.orDefaults(), Now: time.Now, Log: slog.New(slog.DiscardHandler)}, live: content, texts: map[gameLanguage]*board.Texts{}}
		o := secrets.Options{Pairs: pairs, Seed: 19, Also: func(s *session.Session, r session.Result, player int) any { return sent(h, s, r, player) }}
		counts, leaks := secrets.Run(t.Context(), content, o)
		if len(leaks) > 0 {
			t.Errorf("%s: %v", name, leaks)
		}
		for _, c := range counts {
			if c.Pairs < pairs {
				t.Errorf("%s for %d players: only %d comparisons", c.Game, c.Players, c.Pairs)
			}
		}
		if name == "sealed" {
			o.Also = func(s *session.Session, r session.Result, _ int) any { return sent(h, s, r, 1) } // a planted leak
			if _, leaks = secrets.Run(t.Context(), content, o); !slices.ContainsFunc(leaks, func(d diag.Diagnostic) bool { return d.Code == "secrets/leak" }) {
				t.Errorf("what the first seat is sent goes to all, and nothing is found: %v", leaks)
			}
		}
	}
}
