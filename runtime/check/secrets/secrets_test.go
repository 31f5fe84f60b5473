package secrets_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/secrets"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
	"sleight/tests/shipped"
)

// TestSeatsDoNotLearnHiddenValues compares pairs of worlds in all shipped games.
func TestSeatsDoNotLearnHiddenValues(t *testing.T) {
	o := secrets.Options{Pairs: 100, Seed: 1}
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		o.Pairs = 20_000
	case testing.Short():
		o.Pairs = 25
	}
	counts, problems := secrets.Run(t.Context(), shipped.Content(t), o)
	explain(t, problems)
	for _, c := range counts {
		t.Logf("%s, %d players: %d pairs, of which %d ended by what the game revealed", c.Game, c.Players, c.Pairs, c.Revealed)
		if c.Pairs < o.Pairs {
			t.Errorf("%s: %d pairs were compared, expected %d", c.Game, c.Pairs, o.Pairs)
		}
		t.Logf("%s, %d players: worlds that look alike took at most %.2f times the work of each other", c.Game, c.Players, c.Uneven)
		if c.Players > 1 && c.Uneven > 2 {
			t.Errorf("%s for %d players: what a seat sees takes %.2f times the work in another world", c.Game, c.Players, c.Uneven)
		}
	}
	if len(counts) < 7 {
		t.Errorf("only %d combinations of games and players were compared", len(counts))
	}
}

func explain(t *testing.T, problems diag.List) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
		for _, n := range p.Notes {
			t.Log("   ", n.Message)
		}
	}
}

// checkReport compares a whole run with the golden file of the test: how much
// was compared, and every leak with its hint and notes.
func checkReport(t *testing.T, counts []secrets.Count, problems diag.List) {
	t.Helper()
	var out strings.Builder
	for _, c := range counts {
		fmt.Fprintf(&out, "%s, %d players: %d pairs, %d revealed\n", c.Game, c.Players, c.Pairs, c.Revealed)
	}
	out.WriteString(golden.Report(problems))
	_, name, _ := strings.Cut(t.Name(), "/")
	name = strings.Trim(regexp.MustCompile(`[^a-zA-Z]+`).ReplaceAllString(cmp.Or(name, t.Name()), "-"), "-")
	golden.Check(t, filepath.Join("testdata", name+".golden"), out.String())
}

// auction has every feature that can be secret.
const auction = `
kind: game
id: auction
players: {min: 2, max: 3}
variables:
  gold: {start: 20, min: 0, per: player}
  bid: {start: 0, min: 0, per: player, visible: owner}
  reserve: {start: 0, min: 0, visible: none}
  turns: {start: 0, min: 0}
  best: {start: 0, min: 0}
  lead: {type: entity}
zones:
  deck: {of: card, label: k, visible: none, start: [{ruby: 3}, {pearl: 3}, {opal: 3}, {jade: 3}, {amber: 3}]}
  sack: {of: card, label: s, per: player, visible: none, counted: false}
  hand: {of: card, label: h, per: player, visible: owner, unordered: true}
  shown: {of: card, label: o}
  field: {of: card, label: f, per: player}
properties:
  card:
    price: {start: 1, min: 0, visible: owner}
    marks: {start: 0, min: 0}
events: {opened: {}}
actions:
  draw: {}
  mark: {targets: [{name: card, from: hand, secret: true}]}
  bury: {targets: [{name: card, from: hand}]}
  dig: {targets: [{name: card, from: deck}]}
  show: {targets: [{name: card, from: hand}]}
  offer: {secret: opened, targets: [{name: amount, from: 'range(1, 4)'}]}
  place: {targets: [{name: card, from: hand}]}
  tune: {targets: [{name: card, from: field}, {name: amount, from: [1, 2, 3], secret: true}]}
  swap: {targets: [{name: card, from: hand}]}
  turn: {targets: [{name: card, from: hand}]}
  gift: {targets: [{name: card, from: hand}]}
  pass: {}
phases: {play: {actions: [draw, mark, bury, dig, show, offer, place, tune, swap, turn, gift, pass], use: [hand]}}
views:
  held: {value: 'count("hand")'}
  mine: {value: 'vars.bid'}
  left: {value: 'count("deck")'}
heuristic: vars.gold
lua: |
  local function over()
    vars.turns = vars.turns + 1
    set_player(player() % players() + 1)
    if vars.turns % 6 == 0 then emit("opened") end
    if vars.turns > 40 then win() end
  end
  return {
    start = function()
      shuffle("deck", "deal")
      vars.reserve = random("deal", 1, 3)
    end,
    do_draw = function()
      local card = at("deck", 1)
      if card then
        move_to(card, "hand")
        card.price = random("price", 1, 3)
        --drawn
      end
      over()
    end,
    do_mark = function(_, card) card.price = card.price + 1; card.marks = card.marks + 1; vars.lead = card; over() end,
    do_bury = function(_, card) move_to(card, "sack"); over() end,
    do_dig = function(_, card) move_to(card, "hand"); tell(player(), "It is a " .. card.name .. "."); over() end,
    do_show = function(_, card) move_to(card, "shown"); say("A " .. card.name .. " is shown."); over() end,
    do_offer = function(_, amount) vars.bid = amount; say("An offer.") --[[offered]] over() end,
    do_place = function(_, card) move_to(card, "field"); over() end,
    do_tune = function(_, card, amount) card.price = amount; over() end,
    do_swap = function(_, card)
      move_to(card, "deck")
      shuffle("deck", "swap")
      move_to(at("deck", 1), "hand@" .. (player() % players() + 1))
      over()
    end,
    do_turn = function(_, card) card.face_up = true; over() end,
    do_gift = function(_, card)
      card.price = random("price", 1, 3)
      move_to(card, "hand@" .. (player() % players() + 1))
      over()
    end,
    do_pass = function() over() end,
    on_opened = function()
      vars.best = 0
      for p = 1, players() do
        if var_of(p, "bid") > vars.best then vars.best = var_of(p, "bid") end
        set_var_of(p, "bid", 0)
      end
    end,
  }
---
{kind: card, id: ruby, name: Ruby, text: "A stone."}
---
{kind: card, id: pearl, name: Pearl, text: "A stone."}
---
{kind: card, id: opal, name: Opal, text: "A stone."}
---
{kind: card, id: jade, name: Jade, text: "A stone.", use: {}, lua: "return { use = function(self) move_to(self, 'deck'); shuffle('deck', 'swap'); set_player(player() % players() + 1) end }"}
---
{kind: card, id: amber, name: Amber, text: "A stone.", use: {}, lua: "return { use = function(self) self.marks = 1; set_player(player() % players() + 1) end }"}
---
{kind: bot, id: fair, lua: "return { choose = function() if count('hand') > 2 then return 'pass' end return 'draw' end }"}
`

// bids has a phase in which all players choose before anything is resolved.
const bids = `
kind: game
id: auction
players: {min: 2, max: 3}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  gold: {start: 9, min: 0, per: player}
  round: {start: 0}
actions:
  bid: {targets: [{name: amount, from: [1, 2, 3]}]}
phases:
  bidding: {together: vars.gold > 0, actions: [bid]}
lua: |
  return {
    do_bid = function(_, amount) vars.bid = amount --[[bid]] end,
    resolve_bidding = function()
      vars.round = vars.round + 1
      for p = 1, players() do
        set_var_of(p, "gold", math.max(0, var_of(p, "gold") - var_of(p, "bid")))
        set_var_of(p, "bid", 0)
      end
      if vars.round > 5 then win() end
    end,
  }
---
{kind: card, id: none}
`

// TestSimultaneousChoicesAreSecret checks that nobody learns what others choose
// before all have, and that a message which says so is found.
func TestSimultaneousChoicesAreSecret(t *testing.T) {
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", bids), secrets.Options{Pairs: 300, Seed: 3})
	explain(t, problems)
	checkReport(t, counts, problems)
	leaky := strings.ReplaceAll(bids, "--[[bid]]", `say("I bid " .. amount)`)
	if _, problems = secrets.Run(t.Context(), bazaar.Written(t, "auction", leaky), secrets.Options{Pairs: planted, Seed: 3}); len(problems) == 0 {
		t.Error("a message that tells a bid was not found")
	}
}

// reacting has windows that open before secret and public commands and after an
// event, with hidden hands.
const reacting = `
kind: game
id: auction
players: {min: 2, max: 3}
variables:
  hp: {start: 30, per: player}
  stake: {start: 0, min: 0, per: player, visible: owner}
  turns: {start: 0, min: 0}
events: {hit: {args: [victim]}, turn_ended: {}}
zones:
  deck: {of: card, label: k, visible: none, start: [{ruby: 4}, {pearl: 4}, {jade: 5}, {opal: 3}]}
  hand: {of: card, label: h, per: player, visible: owner}
  pile: {of: card, label: p}
actions:
  hit: {targets: [{name: amount, from: [1, 2]}]}
  stake: {secret: true, targets: [{name: amount, from: [1, 2, 3]}]}
  choose_well: {targets: [{name: card, from: hand, secret: true}]}
  wince: {}
phases: {play: {actions: [hit, stake, choose_well], use: [hand], clock: 20}}
windows:
  counter: {before: [use, hit], use: [hand], answers: any, depth: 2, pass_until: turn_ended} #skip
  wound: {after: [hit], who: player() == answered(1), actions: [wince], clock: 5}
lua: |
  local function over()
    vars.turns = vars.turns + 1
    emit("turn_ended")
    set_player(player() % players() + 1)
    if count("hand") < 2 then draw("deck", "hand") end
    if vars.turns > 40 then win() end
  end
  return {
    start = function()
      shuffle("deck", "deal")
      for p = 1, players() do draw("deck", "hand@" .. p, 3) end
    end,
    do_hit = function(_, amount) emit("hit", player() % players() + 1) over() end,
    closed_wound = function(_, victim) set_var_of(victim, "hp", var_of(victim, "hp") - 1) end,
    do_wince = function() ask("how", {from = {1, 2, 3}}) end,
    chosen_how = function(_, n) vars.stake = n end,
    do_stake = function(_, amount) vars.stake = amount over() end,
    do_choose_well = function(_, card) move_to(card, "deck") shuffle("deck", "deal") draw("deck", "hand") over() end,
    on_used = function(_, card) move_to(card, "pile") --[[used]] if window() == nil then over() end end,
  }
---
{kind: card, id: ruby, name: Ruby, text: "A stone."}
---
{kind: card, id: pearl, name: Pearl, text: "A stone."}
---
{kind: card, id: jade, name: Jade, use: {during: [counter]}, lua: "return { use = function() cancel() end }"}
---
{kind: card, id: opal, name: Opal, use: {}, lua: "return { use = function(self) vars.hp = vars.hp + 1 end }"}
`

// TestReactionsAreSecret checks that windows do not reveal the cards in a
// hidden hand, and that a leak is found in one that skips players without a
// reaction.
func TestReactionsAreSecret(t *testing.T) {
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", reacting), secrets.Options{Pairs: 250, Seed: 3})
	explain(t, problems)
	checkReport(t, counts, problems)
	games := map[string][2]string{
		"only those are asked who can react": {"pass_until: turn_ended} #skip", "pass_until: turn_ended, skip: true}"},
		"who is asked depends on the hand":   {"who: player() == answered(1)", `who: 'count("hand") > 0 and at("hand", 1).id ~= "ruby"'`},
		"a message names the card held":      {"--[[used]]", `say("Left: " .. tostring(at("hand", 1) and at("hand", 1).name))`},
	}
	for _, name := range some(games, 3) {
		c := games[name]
		leaky := strings.ReplaceAll(reacting, c[0], c[1])
		if _, problems = secrets.Run(t.Context(), bazaar.Written(t, "auction", leaky), secrets.Options{Pairs: planted, Seed: 3}); leaky == reacting || len(problems) == 0 {
			t.Errorf("%s: the leak was not found", name)
		}
	}
}

const planted = 200 // pairs in which a planted leak must be found

// TestAGameWithoutLeaks checks that a game with all kinds of secrets, and with
// messages and reveals that are allowed, is not reported.
func TestAGameWithoutLeaks(t *testing.T) {
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", auction), secrets.Options{Pairs: 500, Seed: 3})
	explain(t, problems)
	checkReport(t, counts, problems)
}

// TestPlantedLeaksInContentAreFound plants one leak after another in the content
// of a game.
func TestPlantedLeaksInContentAreFound(t *testing.T) {
	leaks := map[string]struct{ old, new, part string }{
		"a message names a hidden card":          {"--drawn", `say("Drew a " .. card.name)`, "what a seat learns"},
		"a warning depends on a hidden value":    {"--drawn", `if card.price > 1 then warn("Dear!") end`, "what a seat learns"},
		"a message repeats a secret command":     {"--[[offered]]", `say("It is " .. amount)`, "what a seat learns"},
		"a private message goes to another":      {"tell(player(),", "say(player() ..", "what a seat learns"},
		"a view shows the other's hand":          {`held: {value: 'count("hand")'}`, `held: {value: '(function() local t = "" for _, c in ipairs(all("hand@" .. (player() % players() + 1))) do t = t .. c.name end return t end)()'}`, "what a seat sees"},
		"a view shows the top of the deck":       {`left: {value: 'count("deck")'}`, `left: {value: 'at("deck", 1) and at("deck", 1).name'}`, "what a seat sees"},
		"a view shows another's bid":             {"mine: {value: 'vars.bid'}", `mine: {value: 'var_of(1, "bid")'}`, "what a seat sees"},
		"an action is legal by the deck":         {"draw: {}", `draw: {requires: [{that: 'not at("deck", 1) or at("deck", 1).id ~= "ruby"', else: Not now.}]}`, ""},
		"a refusal names the top of the deck":    {"do_pass = function()", `do_pass = function() if at("deck", 1) and vars.turns > 3 then refuse("Not before " .. at("deck", 1).name) end`, ""},
		"an option's title names a hidden card":  {"dig: {targets: [{name: card, from: deck}]}", "dig: {targets: [{name: card, from: deck, title: card.name}]}", ""},
		"options are sorted by what is hidden":   {"dig: {targets: [{name: card, from: deck}]}", `dig: {targets: [{name: card, from: '(function() local t = all("deck") table.sort(t, function(a, b) return a.id < b.id end) return t end)()'}]}`, ""},
		"an option is picked by a hidden name":   {"pass: {}", `pass: {targets: [{name: card, from: '(function() local t = {} for i, c in ipairs(all("deck")) do t[i] = c.id end return t end)()'}]}`, ""},
		"a text of a card reads the deck":        {`id: ruby, name: Ruby, text: "A stone."`, `id: ruby, name: Ruby, text: 'Next: {=at("deck", 1) and at("deck", 1).name}'`, "what a seat sees"},
		"a detail of a card reads the reserve":   {"shown: {of: card, label: o}", "shown: {of: card, label: o, details: {low: {value: 'at(\"deck\", 1) and at(\"deck\", 1).name'}}}", "what a seat sees"},
		"what may be used blindly depends on it": {"use: [hand]", "use: [hand, sack]", "a seat sees"},
		"a bot looks into the deck":              {"count('hand') > 2", "at('deck', 1) and at('deck', 1).id == 'ruby'", "the bot's choice"},
	}
	for _, name := range some(leaks, 8) {
		c := leaks[name]
		t.Run(name, func(t *testing.T) {
			text := strings.ReplaceAll(auction, c.old, c.new)
			if text == auction {
				t.Fatalf("the game has no %q", c.old)
			}
			counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", text), secrets.Options{Pairs: planted, Seed: 5})
			checkReport(t, counts, problems)
			if !slices.ContainsFunc(problems, func(p diag.Diagnostic) bool {
				return p.Code == "secrets/leak" && strings.Contains(p.Message.String(), c.part)
			}) {
				t.Errorf("the leak was not found: %v", problems)
			}
		})
	}
}

// TestBotsThatReadSecretsFail checks that a bot fails where it reads values that
// its player may not know, and not where it reads what the player sees.
func TestBotsThatReadSecretsFail(t *testing.T) {
	for peek, says := range map[string]string{
		`at("deck", 1).name == "Ruby"`:                  "it reads name of an entity",
		`at("hand@2", 1) and at("hand@2", 1).price > 1`: "it reads price of an entity",
		`var_of(2, "bid") > 0`:                          "it reads the variable bid",
		`vars.reserve > 1`:                              "it reads the variable reserve",
		`at("shown", 1).price > 1`:                      "it reads the property price",
		`sum("hand@2", "price") > 1`:                    "it reads price of an entity",
		`sum("shown", "price") > 1`:                     "it reads the property price",
		`highest("deck", "marks") > 1`:                  "it reads marks of an entity",
		`matching("hand@2", "id", "ruby") > 1`:          "it reads id of an entity",
		`kinds("deck", "marks") > 1`:                    "it reads marks of an entity",
		`count("sack@2") > 1`:                           "it reads how many entities are in the zone sack",
		`#all("sack") > 1`:                              "it reads how many entities are in the zone sack",
		`has("ruby") and has("pearl") and has("opal") and has("jade") and has("amber")`:                                          "",
		`sum("hand", "price") + count("hand@2") + index_of(at("hand@2", 1)) > 99`:                                                "",
		`at("hand", 1).name == "" or at("hand", 1).price > 9 or vars.bid > 9 or at("deck", 1).zone == "x" or count("deck") > 99`: "",
	} {
		text := strings.ReplaceAll(auction, "count('hand') > 2", strings.ReplaceAll(peek, `"`, `'`))
		s, problem := session.New(bazaar.Written(t, "auction", text), "auction", session.Options{Seed: 1, Players: 2})
		if problem != nil {
			t.Fatal(problem)
		}
		for range 4 {
			if r := s.Run("draw"); !r.OK() {
				t.Fatal(r)
			}
		}
		for range 2 { // both show a card
			if r := s.Run("show h1"); !r.OK() {
				t.Fatal(r)
			}
		}
		rng := random.New(1, "bot")
		_, problem = s.Advice("bot/fair", &rng)
		switch {
		case says == "" && problem != nil:
			t.Errorf("%s: %v", peek, problem)
		case says != "" && (problem == nil || problem.Code != "secrets/leak" || !strings.Contains(problem.Message.String(), says) || problem.Place.Line == 0):
			t.Errorf("%s: %v", peek, problem)
		}
	}
}

// TestPlantedLeaksInMessagesAreFound plants leaks that other engines are known
// to send to every client.
func TestPlantedLeaksInMessagesAreFound(t *testing.T) {
	c := bazaar.Written(t, "auction", auction)
	leaks := map[string]func(s *session.Session) any{
		"the whole state":    func(s *session.Session) any { return s.State().Snapshot() },
		"its hash":           func(s *session.Session) any { return s.Hash() },
		"the seed":           func(s *session.Session) any { return s.State().Seed },
		"the log":            func(s *session.Session) any { return s.Commands() },
		"a save's size":      func(s *session.Session) any { n := &counter{}; _ = s.Save(n); return n.n },
		"the acting hand":    func(s *session.Session) any { slot, _ := s.Zone("hand"); return len(name(s, slot)) },
		"the last private":   func(s *session.Session) any { return s.Log()[len(s.Log())-1].Messages },
		"another's commands": func(s *session.Session) any { l, _ := s.Legal(0); return l },
	}
	for _, name := range some(leaks, 8) {
		leak := func(s *session.Session, _ session.Result, _ int) any { return leaks[name](s) }
		t.Run(name, func(t *testing.T) {
			counts, problems := secrets.Run(t.Context(), c, secrets.Options{Pairs: planted, Seed: 7, Also: leak})
			checkReport(t, counts, problems)
			if !slices.ContainsFunc(problems, func(p diag.Diagnostic) bool { return strings.Contains(p.Message.String(), "what else a seat is sent") }) {
				t.Errorf("the leak was not found: %v", problems)
			}
		})
	}
}

type counter struct{ n int }

func (c *counter) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }

func name(s *session.Session, slot int) (out string) {
	for _, id := range s.State().Zone(slot) {
		out += s.Definition(id).Name
	}
	return out
}

// TestLeaksThroughWorkAreFound plants a view whose result says nothing about
// the deck, while the number of calls that it takes does.
func TestLeaksThroughWorkAreFound(t *testing.T) {
	slow := `left: {value: '(function() local n = 0 if at("deck", 1) and at("deck", 1).id == "ruby" then for i = 1, 2000 do n = n + count("deck") end end return count("deck") end)()'}`
	text := strings.ReplaceAll(auction, `left: {value: 'count("deck")'}`, slow)
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", text), secrets.Options{Pairs: 60, Seed: 5})
	if text == auction || len(problems) > 0 {
		t.Fatalf("the game has no such view, or says more than it should: %v", problems)
	}
	for _, c := range counts {
		if c.Uneven < 5 {
			t.Errorf("%d players: %.2f times the work at most", c.Players, c.Uneven)
		}
	}
}

// TestALeakIsExplained checks that a leak is reported at the declaration of the
// leaked value, with the two values and the commands.
func TestALeakIsExplained(t *testing.T) {
	text := strings.ReplaceAll(auction, `left: {value: 'count("deck")'}`, `left: {value: 'at("deck", 1) and at("deck", 1).name'}`)
	_, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", text), secrets.Options{Pairs: planted, Seed: 5})
	if len(problems) == 0 {
		t.Fatal("no leak was found")
	}
	p := problems[0]
	for _, want := range []string{"auction", "(left)", "depends on what is hidden"} {
		if !strings.Contains(p.Message.String(), want) {
			t.Errorf("the message %q lacks %q", p.Message, want)
		}
	}
	if p.Place.Line == 0 || len(p.Notes) != 2 || !strings.Contains(p.Notes[1].Message.String(), "sleight repl auction --seed") {
		t.Errorf("place %v, notes %v", p.Place, p.Notes)
	}
}

// TestAnInterruptedRunEnds checks that a run ends with its context.
func TestAnInterruptedRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if counts, problems := secrets.Run(ctx, bazaar.Written(t, "auction", auction), secrets.Options{}); len(counts) > 0 || len(problems) > 0 {
		t.Errorf("%v %v", counts, problems)
	}
}

// TestOnlyTheGamesAskedForArePlayed checks which games are counted, and that
// each count is reported in turn.
func TestOnlyTheGamesAskedForArePlayed(t *testing.T) {
	c := bazaar.Build(t, fstest.MapFS{
		"content/auction/game.yaml": {Data: []byte(veiled)}, "content/other/game.yaml": {Data: []byte("{kind: game, id: other, players: {min: 1, max: 2}, actions: {wait: {}}, phases: {play: {actions: [wait]}}, lua: 'return { do_wait = function() end }'}")},
	})
	for games, want := range map[string]string{"": "auction 2, other 1, other 2", "other": "other 1, other 2", "other auction": "auction 2, other 1, other 2", "none": ""} {
		var each, all []string
		show := func(c secrets.Count) string {
			if c.Pairs < 3 {
				t.Errorf("%s is played %d times", c.Game, c.Pairs)
			}
			return fmt.Sprintf("%s %d", c.Game, c.Players)
		}
		counts, problems := secrets.Run(t.Context(), c, secrets.Options{Pairs: 3, Seed: 1, Games: strings.Fields(games), Each: func(c secrets.Count) { each = append(each, show(c)) }})
		for _, c := range counts {
			all = append(all, show(c))
		}
		if got := strings.Join(all, ", "); got != want || strings.Join(each, ", ") != want || len(problems) > 0 {
			t.Errorf("%q: %s, reported %q, %v", games, got, each, problems)
		}
	}
}
