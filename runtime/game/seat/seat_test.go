package seat_test

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

const sealed = `
kind: game
id: sealed
players: {min: 2, max: 2}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner, name: Bid}
  floor: {start: 7, visible: none, name: Floor}
  open: {start: 0, name: Open}
zones:
  sack: {of: card, label: s, per: player, visible: owner, counted: false, start: [{ruby: 3}]}
  hand: {of: card, label: h, per: player, visible: owner, start: [{ruby: 2}]}
  field: {of: card, label: f, per: player}
properties: {card: {price: {start: 4, visible: owner}}}
events: {opened: {}}
actions:
  bid: {secret: opened, targets: [{name: amount, from: [1, 2, 3]}]}
  hide: {targets: [{name: card, from: hand}, {name: mood, from: [glad, sad], secret: true}]}
  stash: {targets: [{name: card, from: sack}]}
  reveal: {}
phases: {play: {actions: [bid, hide, stash, reveal], use: [hand]}}
views: {wealth: {value: count("sack")}, all_open: {value: vars.open}}
lua: |
  local function next_player() set_player(player() % players() + 1) end
  return {
    do_bid = function(_, amount) vars.bid = amount; next_player() end,
    do_hide = function(_, card) move_to(card, "sack"); tell(player(), "Hidden.") next_player() end,
    do_stash = function(_, card) card.price = 9; next_player() end,
    do_reveal = function() emit("opened") vars.open = 1 tell(0, "It was " .. var_of(1, "bid") .. ".") end,
  }
---
{kind: card, id: ruby, name: Ruby, use: {}, lua: "return { use = function(self) move_to(self, 'field') end }"}
`

func begin(t *testing.T) *session.Session {
	t.Helper()
	return beginWith(t, sealed)
}

func beginWith(t *testing.T, text string) *session.Session {
	t.Helper()
	s, problem := session.New(bazaar.Written(t, "sealed", text), "sealed", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// give runs a command of a seat and returns the reports of all seats, the
// watcher's first.
func give(t *testing.T, s *session.Session, player int, text string) (told [3]seat.Report) {
	t.Helper()
	c, refusal, problem := seat.Of(s, player, nil).Parse(text)
	if refusal != nil || problem != nil {
		t.Fatalf("%s: %v %v", text, refusal, problem)
	}
	r := s.Do(c)
	if !r.OK() {
		t.Fatalf("%s: %v %v", text, r.Refusal, r.Problem)
	}
	for player := range told {
		told[player] = seat.Of(s, player, nil).Report(r)
	}
	return told
}

func commands(s *session.Session, player int) (out []string) {
	for turn := range s.Log() {
		out = append(out, seat.Of(s, player, nil).Command(turn))
	}
	return out[1:]
}

// TestSecretCommandsAreMaskedUntilTheirEvent checks the log of each seat, before
// and after the event that reveals it, and when that is undone.
func TestSecretCommandsAreMaskedUntilTheirEvent(t *testing.T) {
	s := begin(t)
	told := give(t, s, 1, "bid 3")
	for player, want := range [...]string{"…", "bid 3", "…"} {
		if told[player].Command != want || told[player].Player != 1 {
			t.Errorf("seat %d is told of %q by %d, expected %q", player, told[player].Command, told[player].Player, want)
		}
	}
	if !slices.Contains(told[1].Changes, "Bid of player 1 0 → 3") || slices.ContainsFunc(told[2].Changes, func(c string) bool { return strings.Contains(c, "Bid") }) {
		t.Errorf("changes: %v and %v", told[1].Changes, told[2].Changes)
	}
	give(t, s, 2, "hide h1 sad")
	for player, want := range [...][]string{{"…", "hide h1 …"}, {"bid 3", "hide h1 …"}, {"…", "hide h1 sad"}} {
		if got := commands(s, player); !slices.Equal(got, want) {
			t.Errorf("the log of seat %d is %q, expected %q", player, got, want)
		}
	}
	give(t, s, 1, "reveal")
	if got := commands(s, 2); got[0] != "bid 3" || commands(s, 1)[1] != "hide h1 …" {
		t.Errorf("after the event the logs are %q and %q", got, commands(s, 1))
	}
	s.Undo(1)
	if got := commands(s, 2)[0]; got != "…" {
		t.Errorf("after undoing the event, the log says %q", got)
	}
	give(t, s, 1, "bid 1")
	give(t, s, 2, "bid 1")
	if got := commands(s, 2)[0]; got != "…" {
		t.Errorf("after other commands, the log says %q", got)
	}
}

// TestItemsAreNamedToThoseWhoSawThem checks that a card from a closed hand is named
// once it is face up, but not which of several it was.
func TestItemsAreNamedToThoseWhoSawThem(t *testing.T) {
	s := begin(t)
	give(t, s, 1, "use ruby#2")
	if got := [...]string{commands(s, 0)[0], commands(s, 1)[0]}; got != [...]string{"use ruby", "use ruby#2"} {
		t.Errorf("the log says %q", got)
	}
	give(t, s, 1, "stash s2")
	if got := commands(s, 2)[1]; got != "stash …" {
		t.Errorf("a card in a zone that is not counted is %q", got)
	}
}

// TestMessagesReachOnlyTheirPlayers checks private messages and those that reveal.
func TestMessagesReachOnlyTheirPlayers(t *testing.T) {
	s := begin(t)
	told := give(t, s, 1, "hide h1 glad")
	if len(told[0].Said)+len(told[2].Said) > 0 || len(told[1].Said) != 1 {
		t.Errorf("a message for player 1 reached %v, %v, %v", told[0].Said, told[1].Said, told[2].Said)
	}
	for player, told := range give(t, s, 2, "reveal") {
		if len(told.Said) != 1 || told.Said[0].Text != "It was 0." {
			t.Errorf("seat %d is told %v", player, told.Said)
		}
	}
}

// TestABoardShowsWhatItsSeatMayKnow checks figures, zones and properties.
func TestABoardShowsWhatItsSeatMayKnow(t *testing.T) {
	s := begin(t)
	give(t, s, 1, "use ruby")
	give(t, s, 1, "bid 2")
	figure := func(b *board.Board, name string) string {
		for _, g := range b.Groups {
			for _, f := range g.Figures {
				if f.Name == name {
					return f.Value
				}
			}
		}
		return "absent"
	}
	for player, want := range [...][4]string{{"?", "?", "?", "0"}, {"2", "?", "3", "0"}, {"?", "?", "3", "0"}} {
		b := seat.Of(s, player, nil).Board()
		got := [...]string{figure(b, "bid@1"), figure(b, "floor"), figure(b, "wealth"), figure(b, "all_open")}
		if got != want {
			t.Errorf("seat %d sees %q, expected %q", player, got, want)
		}
		sack, price := -1, false
		for _, g := range b.Groups {
			for _, z := range g.Zones {
				if z.Name == "sack@1" {
					sack = z.Count
				}
				if z.Name == "field@1" {
					price = len(z.Entities[0].Traits) == 1
				}
			}
		}
		if (sack == 3) != (player == 1) || price != (player == 1) {
			t.Errorf("seat %d counts %d things in the sack, and knows the price: %v", player, sack, price)
		}
		if b.Undo != 0 {
			t.Errorf("seat %d may undo", player)
		}
	}
}

// TestASeatActsInItsTurnOnly checks that a command out of turn is refused before
// anything else is checked, and that a seat has no debug statements.
func TestASeatActsInItsTurnOnly(t *testing.T) {
	s := begin(t)
	for _, text := range []string{"bid 1", "nonsense", "use ruby", "lua vars.open = 1"} {
		for _, player := range []int{seat.Watcher, 2} {
			if _, refusal, _ := seat.Of(s, player, nil).Parse(text); refusal == nil || refusal.Code != "other-turn" {
				t.Errorf("seat %d: %s: %v", player, text, refusal)
			}
			if legal, _ := seat.Of(s, player, nil).Legal(0); len(legal) > 0 {
				t.Errorf("seat %d may do %v", player, legal)
			}
		}
	}
	if _, refusal, _ := seat.Of(s, 1, nil).Parse("lua vars.open = 1"); refusal == nil || refusal.Code != "debugging" {
		t.Errorf("a debug statement: %v", refusal)
	}
	if legal, _ := seat.Of(s, 1, nil).Legal(0); !slices.Contains(legal, "bid 2") || !seat.Of(s, 1, nil).Turn() {
		t.Errorf("player 1 may do %v", legal)
	}
}

// TestLoadingWithoutHistoryMasksCommands checks that a seat cannot read
// commands whose masks are unknown.
func TestLoadingWithoutHistoryMasksCommands(t *testing.T) {
	s := begin(t)
	give(t, s, 1, "bid 3")
	var out strings.Builder
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	again, notes, problem := session.Load(s.Content(), strings.NewReader(out.String()), "save")
	if problem != nil || commands(again, 1)[0] != "bid 3" || commands(again, 2)[0] != "…" {
		t.Fatalf("%v %v: after loading the logs are %q and %q", problem, notes, commands(again, 1), commands(again, 2))
	}
	s.Run("lua vars.open = 1") // cannot be replayed
	out.Reset()
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	again, notes, problem = session.Load(s.Content(), strings.NewReader(out.String()), "save")
	if problem != nil || commands(again, 1)[0] != "…" {
		t.Fatalf("%v %v: the log is %q", problem, notes, commands(again, 1))
	}
}
