package board_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// race is a game for several players that ends with ranks, which may depend on a
// secret.
const race = `
kind: game
id: race
players: {min: 1, max: 3}
variables: {place: {start: 2, min: 1, per: player, SECRET}}
actions: {finish: {targets: [{name: how, from: [win, tie, lose]}]}}
phases: {turn: {actions: [finish]}}
DECLARED
lua: |
  return {
    do_finish = function(_, how)
      if how ~= "lose" then set_var_of(2, "place", 1) end
      if how == "tie" then set_var_of(3, "place", 1) end
      if how == "lose" then lose() else win("Over.") end
    end,
  }
`

// TestEndingsSayWhoHasWon checks what the boards of players and watchers say about the
// end, and the line that describes it.
func TestEndingsSayWhoHasWon(t *testing.T) {
	ranks := `ranks: '{var_of(1, "place"), var_of(2, "place"), var_of(3, "place")}'`
	for _, c := range []struct {
		declared, visible, how string
		players                int
		ending, watched, line  string
	}{
		{"", "", "win", 1, `{"outcome":"won","text":"Over.","winners":[1]}`, "", ""},
		{"", "", "lose", 1, `{"outcome":"lost"}`, "", ""},
		{"", "", "win", 3, `{"outcome":"won","text":"Over."}`, "", ""},
		{"winner: '2'", "", "win", 3, `{"outcome":"won","text":"Over.","winners":[2]}`, "", "Winner: player 2"},
		{"winner: nil", "", "lose", 3, `{"outcome":"lost"}`, "", ""},
		{ranks, "", "win", 3, `{"outcome":"won","text":"Over.","winners":[2],"ranks":[2,1,2]}`, "", "1. player 2 · 2. player 1, player 3"},
		{ranks, "", "tie", 3, `{"outcome":"won","text":"Over.","winners":[2,3],"ranks":[2,1,1]}`, "", "1. player 2, player 3 · 2. player 1"},
		{ranks, "", "lose", 3, `{"outcome":"lost","ranks":[2,2,2]}`, "", "2. player 1, player 2, player 3"},
		{ranks, "visible: owner", "win", 3, `{"outcome":"won","text":"Over.","winners":[2],"ranks":[2,1,2]}`, `{"outcome":"won","text":"Over."}`, "1. player 2 · 2. player 1, player 3"},
		{"winner: nil + 1", "", "win", 2, `{"outcome":"won","text":"Over."}`, "", ""},
	} {
		if c.players == 1 && c.declared != "" || c.how == "tie" && c.players < 3 {
			t.Fatal(c)
		}
		text := replaced(race, "SECRET", c.visible, "DECLARED", c.declared)
		if c.players < 2 {
			text = replaced(text, `set_var_of(2, "place", 1)`, "vars.place = 1")
		}
		s, problem := session.New(bazaar.Written(t, "race", text), "race", session.Options{Seed: 1, Players: c.players})
		if problem != nil {
			t.Fatal(problem)
		}
		if before := board.Of(s, 1, nil).Ending; before != nil {
			t.Errorf("the game has ended before: %v", before)
		}
		if r := s.Run("finish " + c.how); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
		for who, b := range map[string]*board.Board{"player": board.Of(s, 1, nil), "watcher": board.NewWatcher(s, nil).Board()} {
			want := c.ending
			if who == "watcher" && c.watched != "" {
				want = c.watched
			}
			if got, _ := json.Marshal(b.Ending); string(got) != want {
				t.Errorf("%s, %s, %s: %s, not %s", who, c.declared, c.how, got, want)
			}
			if failed := len(b.Failures) > 0; failed != (c.declared == "winner: nil + 1") {
				t.Errorf("%s: failures %v", c.declared, b.Failures)
			}
			if got := b.Ending.Standing(b.Players, nil); who == "player" && got != c.line {
				t.Errorf("%s, %s: %q, not %q", c.declared, c.how, got, c.line)
			}
		}
	}
	german, _ := locale.Parse("de")
	s := bazaar.New(t, 2)
	e := board.Ending{Winners: []int{2}, Ranks: []int{2, 1}}
	if got := e.Standing(2, locale.Open(s.Content().Catalog, s.Game().Definition, german)); got != "1. Spieler 2 · 2. Spieler 1" {
		t.Error(got)
	}
}

// replaced replaces words in a text, given in pairs.
func replaced(text string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(text)
}
