package seat_test

import (
	"encoding/json"
	"os"
	"testing"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestCachedBoardsEqualNewOnes plays shipped games at random and compares,
// after each command, the boards that seats get from a cache with boards made
// without one.
func TestCachedBoardsEqualNewOnes(t *testing.T) {
	commands, games := 20, uint64(1)
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		commands, games = 200, 20
	case testing.Short():
		commands = 6
	}
	c := shipped.Content(t)
	german, ok := locale.Parse("de")
	if !ok {
		t.Fatal("German is unknown")
	}
	for _, g := range c.Games() {
		for _, translator := range []*locale.Translator{nil, locale.Open(c.Catalog, g.Definition, german)} {
			texts := board.NewTexts(g, translator)
			for seed := range games {
				s, problem := session.New(c, g.ID(), session.Options{Seed: 5 + seed, Players: g.MaxPlayers})
				if problem != nil {
					t.Fatal(problem)
				}
				cache, luck := board.NewCache(texts), random.New(seed, "shared")
				for range commands {
					for player := range s.Players() + 1 {
						whole, _ := json.Marshal(seat.Of(s, player, translator).Board())
						shared, _ := json.Marshal(seat.Of(s, player, translator).Sharing(cache).Board())
						if string(whole) != string(shared) {
							t.Fatalf("%s, player %d, after %v:\n%s\n%s", g.ID(), player, s.Commands(), whole, shared)
						}
					}
					command, ok, _ := s.Sample(&luck)
					if !ok {
						break
					}
					if r := s.Do(command); r.OK() && luck.Below(8) == 0 {
						s.Goto(s.Turn() - 1) // undone commands must not be shown either
					}
				}
			}
		}
	}
}

// secretive asks questions whose answers the other player may not read.
const secretive = `
kind: game
id: sealed
players: {min: 2, max: 2}
variables: {mark: {start: 0, per: player, visible: owner}}
events: {shown: {}}
actions: {hide: {}, think: {}, show: {}}
phases: {play: {actions: [hide, think, show]}}
lua: |
  return {
    do_hide = function() ask("mark", {from = {1, 2, 3}, secret = true}) end,
    do_think = function() ask("mark", {from = {1, 2, 3}, secret = true, revealed_by = "shown"}) end,
    chosen_mark = function(_, n) vars.mark = n end,
    do_show = function() emit("shown") end,
  }
`

// TestAnswersCanBeSecret checks that nobody else reads the answer to a secret
// question, not even how long it is, until its event has happened.
func TestAnswersCanBeSecret(t *testing.T) {
	s := beginWith(t, secretive)
	give(t, s, 1, "hide")
	give(t, s, 1, "choose 2")
	give(t, s, 1, "think")
	told := give(t, s, 1, "choose 3")
	if told[1].Command != "choose 3" || told[2].Command != session.Masked || told[0].Command != session.Masked {
		t.Errorf("the others read %q and %q", told[2].Command, told[0].Command)
	}
	give(t, s, 1, "show")
	if got := []string{seat.Of(s, 2, nil).Command(2), seat.Of(s, 2, nil).Command(4)}; got[0] != session.Masked || got[1] != "choose 3" {
		t.Errorf("after its event, the other reads %q", got)
	}
	for text, code := range map[string]string{
		`ask("mark", {from = {1, 2}, revealed_by = "shown"})`:                "script/arguments",
		`ask("mark", {from = {1, 2}, secret = true, revealed_by = "shone"})`: "script/unknown-name",
	} {
		if r := s.Run("lua " + text); r.Problem == nil || r.Problem.Code != code {
			t.Errorf("%s: %v", text, r.Problem)
		}
	}
}
