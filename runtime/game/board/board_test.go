package board_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

const duel = `
kind: game
id: duel
name: Duel
players: {min: 2, max: 2}
variables:
  power: {start: 2, min: 0, as: dots, most: full, icon: "*", name: Power}
  life: {start: 7, min: 0, max: 10, per: player}
  small: {start: 1, min: 0, max: 3}
  secret: {start: 1, show: false}
zones:
  hand: {of: card, label: c, per: player, visible: owner, start: [ace]}
  deck: {of: card, label: k, visible: none, start: [king]}
  dice: {of: die, label: d, start: [d8]}
actions:
  play:
    cost: {power: 1}
    targets: [{name: card, from: hand, prompt: "Which card?"}]
  dear: {cost: {power: 9}}
  pass: {}
phases: {turn: {prompt: Play or pass., actions: [play, dear, pass]}}
views: {full: {value: "5"}, mine: {value: 'at("hand", 1).key'}, empty: {value: '""'}}
layout:
  - {name: Table, of: [dice, power]}
lua: |
  return {do_play = function() end, do_dear = function() end, do_pass = function() set_player(2) end}
---
{kind: card, id: ace, name: Ace}
---
{kind: card, id: king, name: King}
---
{kind: die, id: d8, name: d8, sides: 8, color: red, icon: "#"}
`

func mustLoad(t *testing.T, text string) (*rules.Content, diag.List) {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/duel/game.yaml": {Data: []byte(text)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	return rules.Build(catalog, nil)
}

func opened(t *testing.T) *session.Session {
	t.Helper()
	c, problems := mustLoad(t, duel)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "duel", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

func figure(t *testing.T, b *board.Board, name string) board.Figure {
	t.Helper()
	for _, g := range b.Groups {
		for _, f := range g.Figures {
			if f.Name == name {
				return f
			}
		}
	}
	t.Fatalf("there is no figure %s", name)
	return board.Figure{}
}

// TestNoPlayerSeesTheCardsOfOthers checks that no player's board contains anything
// that identifies hidden cards.
func TestNoPlayerSeesTheCardsOfOthers(t *testing.T) {
	s := opened(t)
	for player, hand := range map[int]string{1: "hand@1", 2: "hand@2"} {
		b := board.Of(s, player, nil)
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(text)), "king") {
			t.Errorf("player %d sees the deck: %s", player, text)
		}
		for _, g := range b.Groups {
			for _, z := range g.Zones {
				for _, thing := range z.Entities {
					seen := z.Name == hand || z.Name == "dice"
					if thing.Hidden == seen || (thing.ID != 0) != seen || (thing.Name != "") != seen {
						t.Errorf("player %d sees %s as %+v", player, z.Name, thing)
					}
				}
			}
		}
	}
}

// TestOnlyTheActingPlayerIsOfferedCommands checks that offers and choices are shown to the
// acting player only.
func TestOnlyTheActingPlayerIsOfferedCommands(t *testing.T) {
	s := opened(t)
	if r := s.Begin("play"); !r.OK() {
		t.Fatal(r)
	}
	if b := board.Of(s, 2, nil); len(b.Offers) > 0 || b.Choice.Open || b.Choice.Prompt != "Wait for player 1." {
		t.Errorf("player 2 sees %+v and %+v", b.Offers, b.Choice)
	}
	c := board.Of(s, 1, nil).Choice
	if !c.Open || c.Prompt != "Which card?" || len(c.Options) != 1 || !c.Options[0].Thing || c.Options[0].Title != "Ace" {
		t.Errorf("player 1 chooses from %+v", c)
	}
}

// TestOffersHaveCostsAndReasons checks that unavailable commands are listed
// with the reason.
func TestOffersHaveCostsAndReasons(t *testing.T) {
	offers := board.Of(opened(t), 0, nil).Offers
	if len(offers) != 3 || offers[0].Costs[0].Title != "Power" || offers[0].Targets != 1 {
		t.Fatalf("%+v", offers)
	}
	if offers[0].Reason != "" || offers[1].Reason != "Not enough power." {
		t.Errorf("reasons %q and %q", offers[0].Reason, offers[1].Reason)
	}
}

// placesOf returns the places of a board's groups in order.
func placesOf(b *board.Board) string {
	var out []string
	for _, g := range b.Groups {
		out = append(out, g.Place)
	}
	return strings.Join(out, " ")
}

// TestALayoutOrdersAndStyles checks that a board follows the game's layout, and
// has sensible defaults without one.
func TestALayoutOrdersAndStyles(t *testing.T) {
	b := board.Of(opened(t), 1, nil)
	if places := placesOf(b); places != "middle head middle side" || b.Groups[0].Title != "Table" || b.Groups[0].Zones[0].Name != "dice" || b.Groups[0].Figures[0].Name != "power" {
		t.Fatalf("groups are %+v", b.Groups)
	}
	for name, show := range map[string]string{"power": "dots", "small": "dots", "life@1": "bar", "full": "number"} {
		if got := figure(t, b, name).Show; got != show {
			t.Errorf("%s is shown as %s, expected %s", name, got, show)
		}
	}
	if p := figure(t, b, "power"); *p.Most != 5 || p.Icon != "*" {
		t.Errorf("power is %+v", p)
	}
	for _, g := range b.Groups {
		if slices.ContainsFunc(g.Figures, func(f board.Figure) bool { return f.Name == "secret" || f.Name == "empty" }) {
			t.Errorf("%+v shows what is not to be shown", g.Figures)
		}
	}
	if die := b.Groups[0].Zones[0].Entities[0]; die.Die == nil || die.Die.Sides != 8 || die.Die.Color != "red" || die.Icon != "#" {
		t.Errorf("the die is %+v", die)
	}
}

// TestAMisspeltNameInALayoutIsReported checks that loading reports a name in
// the layout that nothing has.
func TestAMisspeltNameInALayoutIsReported(t *testing.T) {
	for old, bad := range map[string]string{"[dice, power]": "[dice, powr]", "most: full": "most: ful"} {
		c, problems := mustLoad(t, strings.Replace(duel, old, bad, 1))
		if c != nil || !problems.Failed() || problems[0].Code != "content/reference" {
			t.Errorf("%s: %v", bad, problems)
		}
	}
}

// TestChangesShowOnlyWhatAPlayerMayKnow checks that the changes of a command are
// described in words, with their cause, and that unseen cards stay unnamed.
func TestChangesShowOnlyWhatAPlayerMayKnow(t *testing.T) {
	s := opened(t)
	r := s.Run(`lua vars.power = 4 draw("deck", "hand", 1)`)
	if !r.OK() {
		t.Fatal(r)
	}
	for player, want := range map[int][]string{
		1: {"Deck → Hand of player 1: King", "Power 2 → 4"},
		2: {"Deck → Hand of player 1: something unseen", "Power 2 → 4"},
	} {
		var got []string
		for _, told := range board.Describe(s, player, r.Changes, nil) {
			got = append(got, told.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("player %d is told %q, expected %q", player, got, want)
		}
	}
}

// TestPlayersWaitForAllWhoActAtOnce checks that the prompt names all who have yet to
// choose in a phase in which all do, and that changes do not say whose turn it is.
func TestPlayersWaitForAllWhoActAtOnce(t *testing.T) {
	text := strings.NewReplacer("max: 2}\nvariables", "max: 3}\nvariables", "{turn: {", "{turn: {together: true, ", "set_player(2) end}", "end, resolve_turn = function() end}").Replace(duel)
	c, problems := mustLoad(t, text)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "duel", session.Options{Players: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	for player, want := range map[int]string{1: "Play or pass.", 2: "Wait for players 1, 3."} {
		if got := board.Of(s, player, nil).Choice.Prompt; got != want {
			t.Errorf("player %d: %q, want %q", player, got, want)
		}
	}
	r := s.Run("pass")
	if !r.OK() {
		t.Fatal(r)
	}
	for _, change := range board.Describe(s, 1, r.Changes, nil) {
		if strings.HasPrefix(change.Text, "Player ") {
			t.Errorf("a change is %q", change.Text)
		}
	}
	if got := board.Of(s, 1, nil).Choice.Prompt; got != "Wait for players 2, 3." {
		t.Errorf("player 1: %q", got)
	}
}
