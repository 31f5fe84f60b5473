package api_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// expressions are the lines of read.
var expressions = strings.Split(strings.TrimSpace(read), "\n")

// secrets is a game for two, with every kind of hidden information.
const secrets = `
kind: game
id: secrets
players: {min: 2, max: 2}
variables: {gold: {start: 5}, bid: {start: 3, per: player, visible: owner}, best: {type: entity}, lost: {type: entity}}
zones:
  dice: {of: die, label: d, start: [coin, d6]}
  hand: {of: card, label: h, per: player, visible: owner, start: [{ace: 2}]}
  deck: {of: card, label: k, visible: none, start: [ace, king, queen]}
  sack: {of: card, label: s, per: player, visible: owner, counted: false, start: [queen]}
  cups: {of: die, label: u, visible: none, start: [d6]}
  foes: {of: enemy, label: e, start: [rat]}
  lair: {of: enemy, label: l, visible: none, start: [rat, {cat: 1}]}
  pile: {of: card, label: p, unordered: true, start: [queen, jack, ace]}
  den: {of: relic, label: n, visible: none, listens: true, start: [bell]}
properties: {enemy: {plan: {start: bite, visible: none}, rage: {start: 2}}, die: {}}
events: {dusk: {}}
values: {price: {}, toll: {}}
actions: {wait: {}, show: {}}
phases: {day: {actions: [wait, show]}}
lua: |
  return {
    start = function() enter_phase("day") vars.best = at("hand@2", 1) vars.lost = at("deck", 3) remove(vars.lost, "dusk") add("queen", "deck") end,
    do_wait = function() end,
    do_show = function() ask("which", {from = "hand", player = 2}) end,
    chosen_which = function() end,
  }
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: coin, faces: [heads, tails]}
---
{kind: card, id: ace, tags: [high]}
---
{kind: card, id: king}
---
{kind: card, id: jack}
---
{kind: card, id: queen, lua: "return { modify_price = function(self, x) return x + 1 end }"}
---
{kind: enemy, id: rat, hp: 5, moves: {bite: {}}, lua: "return { growl = function() return 3 end, move_bite = function() end }"}
---
{kind: enemy, id: cat, hp: 1}
---
{kind: relic, id: bell, lua: "return { modify_toll = function(self, x) return x + 1 end }"}
BOTS
`

// read are expressions that a bot of player 1 evaluates: allowed and forbidden
// ones.
const read = `
vars.gold
vars.bid
var_of(1, "bid")
var_of(2, "bid")
vars.best
vars.best.id
vars.lost.id
vars.lost.index
vars.lost.owner
index_of(vars.lost)
zone_of(vars.lost)
count("hand")
count("hand@2")
count("sack")
count("sack@2")
has_room("sack@2")
count("deck")
at("hand", 1).id
at("hand@2", 1).id
at("hand@2", 1).name
at("hand@2", 1).kind
at("hand@2", 1).zone
at("hand@2", 1).index
at("hand@2", 1).owner
at("hand@2", 1).temporary
at("hand@2", 1).face_up
at("sack@2", 1)
top("deck").id
top("deck").index
index_of(top("deck"))
zone_of(top("deck"))
tagged(top("deck"), "high")
at("foes", 1).plan
at("foes", 1).rage
at("foes", 1).hp
at("foes", 1).id
at("dice", 1).face
at("dice", 2).value
at("cups", 1).value
at("cups", 1).face
faces(at("cups", 1))
faces(at("dice", 1))
sum("cups")
sum("dice")
highest("foes", "rage")
lowest("foes", "plan")
lowest("foes", "rage")
kinds("cups")
run("cups", "value")
run("dice", "value")
matching("cups", "value", 0)
matching("foes", "plan", "bite")
has("rat")
has("queen")
has("king")
top("deck") == at("deck", 1)
all("hand@2")
all("sack@2")
each("sack@2")
pick("x", "hand")
random("x", 1, 1)
modify("price", 1)
asking()
choices()
window()
answered()
definition("king").id
set(vars, "gold", 1)
set(top("deck"), "face_up", true)
roll_die(at("cups", 1))
targets_for(top("deck"))
can_play(top("deck"))
in_play(top("deck"))
call_hook(top("deck"), "modify_price", 3)
call_hook(at("deck", 3), "modify_price", 3)
call_hook(at("foes", 1), "growl")
move_of(at("foes", 1))
move_of(at("lair", 1))
move_of(at("lair", 2))
tostring(top("deck"))
count(top("deck"))
top("pile").id
at("pile", 3).id
all("pile")
index_of(at("pile", 1))
at("pile", 3).index
modify("toll", 1)
at("foes", 1).rage + at("foes", 1).plan
matching("hand", "id", "ace")
matching("hand@2", "id", "ace")
highest("hand@2", "index")
sample("x", "hand@2", 2)
sample("x", "pile", 3)
sum({at("cups", 1)})
sum({at("dice", 1), at("dice", 2)})
sum({at("foes", 1), at("lair", 1)}, "rage")
highest(all("hand"), "index")
highest(all("hand@2"), "index")
highest(all("deck"), "face_up")
lowest({at("foes", 1)}, "plan")
lowest({at("foes", 1)}, "rage")
lowest(all("pile"), "index")
kinds({at("dice", 1), at("cups", 1)})
run({at("cups", 1)}, "value")
run(all("dice"))
matching(all("hand"), "id", "ace")
matching(all("hand@2"), "id", "ace")
matching(all("deck"), "face_up", false)
matching(all("deck"), "zone", "deck")
matching(all("pile"), "id", "ace")
matching({vars.lost}, "id", "queen")
matching({vars.best}, "id", "ace")
matching({at("foes", 1)}, "plan", "bite")
count(all("hand@2"))
count({top("deck"), vars.best, at("lair", 1)})
`

// TestEveryReadingFunctionIsTried checks that read has an expression for each
// function that changes nothing and takes an entity or a zone.
func TestEveryReadingFunctionIsTried(t *testing.T) {
	hides := []api.Type{api.Entity, api.Die, api.Living, api.Card, api.Zone, api.Entities, api.ListOrZone, api.Target, api.Former}
	for _, f := range api.Functions() {
		takes := slices.ContainsFunc(f.Params, func(p api.Param) bool { return slices.Contains(hides, p.Type) })
		if f.Reads && takes && !regexp.MustCompile(`\b`+f.Name+`\(`).MatchString(read) {
			t.Errorf("add a line to read in this file that calls %s with something that its player may not know", f.Name)
		}
	}
}

// written is a function that writes a list, with entities by their places.
const written = `local function written(x)
    if type(x) == "entity" then return tostring(x.zone) .. " " .. x.index end
    if type(x) ~= "table" then return tostring(x) end
    local out = {}
    for i, y in ipairs(x) do out[i] = written(y) end
    return "{" .. table.concat(out, ", ") .. "}"
  end`

// TestBotsReadOnlyWhatTheirPlayerMayKnow checks what a bot can read, and where
// it is stopped. With a question open, its player is asked nothing.
func TestBotsReadOnlyWhatTheirPlayerMayKnow(t *testing.T) {
	var bots strings.Builder
	for i, e := range expressions {
		fmt.Fprintf(&bots, "---\nkind: bot\nid: b%d\nlua: |\n  %s\n  local function say() error(written({%s})) end\n  return { choose = say, answer = say }\n", i, written, e)
	}
	var out strings.Builder
	for _, command := range []string{"wait", "show"} {
		s := secret(t, bots.String(), command)
		fmt.Fprintf(&out, "after %s\n", command)
		before := s.Hash()
		for i, e := range expressions {
			luck := random.New(1, "bot")
			_, problem := s.Advice(fmt.Sprintf("bot/b%d", i), &luck)
			fmt.Fprintf(&out, "%s\n\t%s: %s\n", e, problem.Code, problem.Message)
			if s.Hash() != before {
				t.Errorf("%s changed the game", e)
			}
		}
	}
	golden.Check(t, "testdata/veil.golden", out.String())
}

// TestReadsOfSecretsAreDetected runs each expression in a command that writes a
// variable before and after it, and checks what the command says and how many
// of its changes came before it read what player 1 may not know.
func TestReadsOfSecretsAreDetected(t *testing.T) {
	var out strings.Builder
	for _, command := range []string{"wait", "show"} {
		s := secret(t, "---\n"+`{kind: bot, id: growler, lua: "return { choose = function() call_hook(at('foes', 1), 'growl') end }"}`+"\n", command)
		fmt.Fprintf(&out, "after %s\n", command)
		for _, e := range expressions {
			c, _, problem := s.Parse("lua " + written + " vars.gold = 1 say(written({" + e + "})) vars.gold = 2")
			if problem != nil {
				t.Fatal(problem)
			}
			r, known := s.DoTrackingSecrets(1, c)
			if fmt.Fprintf(&out, "%s\n", e); known == session.NoSecretRead {
				out.WriteString("\treads no secret\n")
			} else {
				fmt.Fprintf(&out, "\treads a secret after %d changes\n", known)
			}
			writeResult(&out, s, r)
			s.Undo(s.Turn())
			if r := s.Run(command); !r.OK() {
				t.Fatal(r.Refusal, r.Problem)
			}
		}
	}
	golden.Check(t, "testdata/noticed.golden", out.String())
}

// TestEachElementOfAListIsChecked checks that a list whose first entity a player
// sees does not tell of the next, which it does not see, in a game that hides
// entities but no properties or variables.
func TestEachElementOfAListIsChecked(t *testing.T) {
	open := strings.NewReplacer("bite, visible: none}", "bite}", "per: player, visible: owner}, best", "per: player}, best").Replace(secrets)
	for expression, hidden := range map[string]bool{
		`sum({at("foes", 1), at("lair", 1)}, "rage")`:                  true,
		`matching({at("foes", 1), at("lair", 1)}, "rage", 2)`:          true,
		`kinds({at("foes", 1), at("foes", 1), at("lair", 2)}, "rage")`: true,
		`sum({at("foes", 1), at("foes", 1)}, "rage")`:                  false,
		`count({at("foes", 1), at("lair", 1)})`:                        false,
	} {
		bot := "---\nkind: bot\nid: b\nlua: |\n  return { choose = function() call_hook(at('foes', 1), 'growl') error(tostring(" + expression + ")) end }\n"
		s := secretIn(t, open, bot, "wait")
		luck := random.New(1, "bot")
		if _, problem := s.Advice("bot/b", &luck); (problem.Code == "secrets/leak") != hidden {
			t.Errorf("a bot reads %s: %v", expression, problem)
		}
		c, _, problem := s.Parse("lua local _ = " + expression)
		if problem != nil {
			t.Fatal(problem)
		}
		if _, known := s.DoTrackingSecrets(1, c); (known == session.NoSecretRead) == hidden {
			t.Errorf("%s reads a secret after %d changes", expression, known)
		}
	}
}

// TestEachEntityOfAZoneIsChecked checks that a card of a zone that a player sees does not
// tell of the next, which it does not see.
func TestEachEntityOfAZoneIsChecked(t *testing.T) {
	for turned, hidden := range map[string]bool{"at('deck', 1)": true, "at('deck', 1) at('deck', 2)": false} {
		open := ""
		for card := range strings.SplitSeq(turned, ") ") {
			open += strings.TrimSuffix(card, ")") + ").face_up = true "
		}
		game := strings.NewReplacer("bite, visible: none}", "bite}", "per: player, visible: owner}, best", "per: player}, best", "{enemy: {plan", "{card: {worth: {start: 2}}, enemy: {plan",
			` add("queen", "deck") end`, " "+open+"end").Replace(secrets)
		for _, expression := range []string{`sum("deck", "worth")`, `highest("deck", "worth")`, `matching("deck", "worth", 2)`, `kinds("deck", "worth")`, `run("deck", "worth")`} {
			bot := "---\nkind: bot\nid: b\nlua: |\n  return { choose = function() call_hook(at('foes', 1), 'growl') for i = 1, 2 do local _ = " + expression + " end error('known') end }\n"
			s := secretIn(t, game, bot, "wait")
			luck := random.New(1, "bot")
			if _, problem := s.Advice("bot/b", &luck); (problem.Code == "secrets/leak") != hidden {
				t.Errorf("with %s, a bot reads %s: %v", open, expression, problem)
			}
		}
	}
}

// secret starts the game of secrets, with bots, and runs a command.
func secret(t *testing.T, bots, command string) *session.Session {
	t.Helper()
	return secretIn(t, secrets, bots, command)
}

// secretIn is secret for a variant of the game.
func secretIn(t *testing.T, game, bots, command string) *session.Session {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/secrets/game.yaml": {Data: []byte(strings.Replace(game, "BOTS\n", bots, 1))}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "secrets", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	if r := s.Run(command); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	return s
}
