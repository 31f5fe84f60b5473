package games_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/server/protocol"
	"sleight/runtime/ui/play"
	"sleight/runtime/ui/repl"
	"sleight/tests/shipped"
)

// expectation is a requirement of the design documents on what players see in every
// front end.
type expectation struct {
	line   string // of the document or its rulings
	game   string
	params map[string]float64
	lua    string   // what happens first
	typed  []string // in the REPL and over the protocol
	keys   []string // in the terminal: titles whose keys are pressed
	want   []string // what each front end shows then
	never  []string // what none shows
}

var worths = []string{
	"(75 + dice) × 8", "(50 + dice) × 6", "(40 + dice) × 4", "(35 + dice) × 4", "(30 + dice) × 3",
	"(25 + dice) × 3", "(20 + dice) × 2", "(10 + dice) × 2", "(8 + dice) × 1",
}

var expectations = []expectation{
	{
		line: "prices and rarity are seen before buying", game: "manipulation",
		lua:  `add("clone", "shop") add("shatter", "shop") add("tip_jar", "shop") enter_phase("shop")`,
		want: []string{"30 gold", "uncommon", "50 gold", "rare", "60 gold"},
	},
	{
		line: "prices and rarity are seen while buying", game: "manipulation",
		lua:   `vars.gold = 99 add("clone", "shop") add("tip_jar", "shop") enter_phase("shop")`,
		typed: []string{"begin buy"}, keys: []string{"Buy"},
		want: []string{"30 gold", "uncommon", "60 gold", "Buy what?"},
	},
	{line: "the rarity of a reward is seen", game: "manipulation", lua: `add("shatter", "offer") enter_phase("reward")`, want: []string{"Shatter", "rare"}},
	{
		line: "Salvage asks before it is spent", game: "manipulation",
		lua:   `add("salvage", "inventory")`,
		typed: []string{"use salvage"}, keys: []string{"Salvage"},
		want: []string{"Only works on High Die hands."},
	},
	{line: "hands show what they are worth", game: "manipulation", want: worths},
	{
		line: "a throw that ends a room shows its dice", game: "never_die_guy",
		lua:   `vars.target_score = 1`,
		typed: []string{"throw", "throw", "throw"}, keys: []string{"Throw", "Throw", "Throw"},
		want: []string{"The hand shows 9, 6, 2, 4, 7 and scores 280"},
	},
	{
		line: "Bless on a maximum is refused", game: "never_die_guy", params: map[string]float64{"bless_curse": 1},
		lua:   `for _, die in each("hand") do set_die_value(die, die.sides) end`,
		typed: []string{"bless d1"}, keys: []string{"Bless"},
		want: []string{"It shows its highest side already"},
	},
	{
		line: "Curse on a one is refused", game: "never_die_guy", params: map[string]float64{"bless_curse": 1},
		lua:   `for _, die in each("hand") do set_die_value(die, 1) end`,
		typed: []string{"curse d1"}, keys: []string{"Curse"},
		want: []string{"It shows a one already"},
	},
	{
		line: "what is switched off is not shown", game: "never_die_guy",
		want:  []string{"Throw"},
		never: []string{"Bless", "bless", "Curse", "curse", "Aim", "target_cell", "lobe", "Facing", "In front", "Angle", "Combo", "grid", "squished", "Friendly"},
	},
	{
		line: "the globe is turned to take an angle bonus", game: "never_die_guy", params: map[string]float64{"angle_bonuses": 1},
		lua:   `for _, die in each("hand") do set_die_value(die, 2) end vars.front = 3`,
		typed: []string{"turn_globe back"}, keys: []string{"Turn the globe", "back"},
		want: []string{"Facing you", "1, 2, 3", "Angle bonus", "20", "Would score", "120", "Globe turns"}, never: []string{"Bless", "Aim"},
	},
	{
		line: "a card that is drawn without dice is not playable", game: "mana_draw",
		lua:   `clear("source") clear("hand") add("mana_draw", "hand")`,
		typed: []string{"use mana_draw powered"}, keys: []string{"Mana Draw"},
		want: []string{"No dice available in the Source"},
	},
	{
		line: "the colors of Mana Draw: any basic color except gold", game: "mana_draw",
		lua:   `clear("hand") add("mana_draw", "hand") vars.white = 1`,
		typed: []string{"begin use mana_draw powered d1"}, keys: []string{"Mana Draw", "Take a die from Source, set its color, gain 2 mana", "Enter"},
		want:  []string{"Set die to red, gain 2 red mana", "Set die to blue, gain 2 blue mana", "Set die to green, gain 2 green mana", "Set die to white, gain 2 white mana"},
		never: []string{"Set die to gold", "Set die to black"},
	},
	{
		line: "shield, scrambler and jammer are part of the state", game: "bomb_or_treasure",
		lua:  `vars.run_has_shield = true vars.scrambler_charges = 4 vars.jammer_turns = 3`,
		want: []string{"Shield", "Scrambler", "4", "Jammer", "3"},
	},
	{
		line: "lux without the Prism is refused with its reason", game: "forward",
		lua:   `vars.lux = 2 vars.hp = 5`,
		typed: []string{"heal"}, keys: []string{"Heal"},
		want: []string{"You need the Empty Prism to spend lux"},
	},
	{
		line: "lux under a Snare is refused with its reason", game: "forward",
		lua:   `vars.lux = 2 vars.hp = 5 add("empty_prism", "equipment") add("snare", "curses")`,
		typed: []string{"heal"}, keys: []string{"Heal"},
		want: []string{"The Snare keeps you from spending lux"},
	},
	{
		line: "what a peek has shown stays known", game: "forward",
		lua:  `vars.seen_cards = "? caesura"`,
		want: []string{"l2 Caesura"},
	},
}

// TestEveryFrontEndShowsWhatTheDocumentsSay checks the expectations in the
// REPL, in the terminal and over the protocol, whose views the browser draws.
func TestEveryFrontEndShowsWhatTheDocumentsSay(t *testing.T) {
	fronts := map[string]func(*testing.T, *rules.Content, *expectation) string{"repl": atPrompt, "play": onScreen, "protocol": overProtocol}
	for i := range expectations {
		s := &expectations[i]
		c := shipped.Content(t)
		if s.params != nil {
			c = with(t, c, s)
		}
		for name, front := range fronts {
			t.Run(name+"/"+s.line, func(t *testing.T) {
				seen := front(t, c, s)
				flat := strings.Join(strings.Fields(seen), " ")
				for _, words := range s.want {
					if !strings.Contains(flat, words) {
						t.Errorf("%q is not shown:\n%s", words, seen)
					}
				}
				for _, words := range s.never {
					if strings.Contains(flat, words) {
						t.Errorf("%q is shown:\n%s", words, seen)
					}
				}
			})
		}
	}
}

func with(t *testing.T, c *rules.Content, s *expectation) *rules.Content {
	params := map[string]float64{}
	for name, value := range s.params {
		params["game/"+s.game+"."+name] = value
	}
	variant, problems := c.With(params)
	if variant == nil {
		t.Fatal(problems)
	}
	return variant
}

// begun starts a game and runs the Lua of the expectation.
func begun(t *testing.T, c *rules.Content, s *expectation) *session.Session {
	game, problem := session.New(c, s.game, session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	if s.lua != "" {
		if r := game.Do(session.Command{Lua: s.lua}); r.Problem != nil || r.Refusal != nil {
			t.Fatal(r.Problem, r.Refusal)
		}
	}
	return game
}

// atPrompt returns the REPL's answers to the lines, the drawn game, and the
// available commands.
func atPrompt(t *testing.T, c *rules.Content, s *expectation) string {
	var out strings.Builder
	r := repl.New(begun(t, c, s), nil, repl.Options{Out: &out, Seed: 1})
	for _, line := range append(s.typed, "state", "legal", "actions") {
		r.Execute(line)
	}
	return out.String()
}

// onScreen returns the last screen of `sleight play` after the keys.
func onScreen(t *testing.T, c *rules.Content, s *expectation) string {
	m := play.New(begun(t, c, s), play.Options{})
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 30})
	for _, title := range s.keys {
		if title == "Enter" { // takes the first option
			m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
			continue
		}
		screen := ansi.Strip(m.View().Content)
		key := regexp.MustCompile(`([a-zA-Z])\) ` + regexp.QuoteMeta(title)).FindStringSubmatch(screen)
		if key == nil {
			t.Fatalf("there is no %q:\n%s", title, screen)
		}
		m.Update(tea.KeyPressMsg{Code: rune(key[1][0]), Text: key[1]})
	}
	return ansi.Strip(m.View().Content)
}

// overProtocol returns the server's answer to the last line, with the view and
// the legal commands.
func overProtocol(t *testing.T, c *rules.Content, s *expectation) string {
	client := protocol.NewServer(protocol.Options{Content: c}).Connect(protocol.Rights{Debug: true})
	defer client.Close()
	call := func(method string, params map[string]any) string {
		message, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
		return string(client.Handle(context.Background(), message))
	}
	answer := call("session/new", map[string]any{"game": s.game, "seed": 1})
	if s.lua != "" {
		answer = call("do", map[string]any{"session": "1", "command": "lua " + s.lua})
	}
	for _, line := range s.typed {
		if begun, ok := strings.CutPrefix(line, "begin "); ok {
			answer = call("choice/begin", map[string]any{"session": "1", "command": begun})
		} else {
			answer = call("do", map[string]any{"session": "1", "command": line})
		}
	}
	return fmt.Sprint(answer, call("legal", map[string]any{"session": "1"}))
}
