package secrets_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/random"
	"sleight/tests/bazaar"
)

// generated writes the content of a game with visibility declared at random:
// zones, variables, properties, targets, commands and answers. Its scripts
// reveal nothing hidden; leak is a statement that drawing a card runs as well.
func generated(rng *random.Stream, leak string) string {
	either := func(of ...string) string { return of[rng.Below(uint64(len(of)))] }
	flag := func(text string) string { return either("", text) }
	together := rng.Below(2) == 0
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("kind: game\nid: auction\nplayers: {min: 2, max: 3}\nvariables:")
	line("  mark: {start: 0, min: 0, max: 9, per: player, visible: %s}", either("owner", "none"))
	line("  score: {start: 0, per: player%s}", flag(", visible: owner"))
	line("  fate: {start: 0, min: 0, visible: none}")
	line("  turns: {start: 0, min: 0}")
	line("zones:")
	line("  deck: {of: card, label: k, visible: none%s, start: [{ruby: 4}, {pearl: 4}, {opal: 4}, {jade: 3}]}", flag(", counted: false"))
	line("  hand: {of: card, label: h, per: player, visible: owner%s%s}", flag(", unordered: true"), flag(", counted: false"))
	line("  pile: {of: card, label: p%s}", either("", ", unordered: true", ", visible: none"))
	line("properties:\n  card:\n    worth: {start: 1, min: 0, max: 9%s}", either("", ", visible: owner", ", visible: none"))
	line("events: {opened: {}}")
	line("actions:")
	line("  draw: {}\n  rest: {}\n  open: {}")
	line("  guess: {targets: [{name: amount, from: [1, 2, 3]%s}]%s}", flag(", secret: true"), flag(", secret: opened"))
	line("  keep: {targets: [{name: card, from: hand, secret: %s}]}", either("true", "opened"))
	line("  bury: {targets: [{name: card, from: hand}]}")
	line("  tune: {secret: true, targets: [{name: card, from: hand}]}")
	line("  wonder: {}")
	line("phases:\n  play: {actions: [draw, rest, open, keep, bury, tune, wonder%s]}", flag(", guess"))
	line("  pick: {together: true, actions: [guess, rest]}")
	line("lua: |")
	line("  local function over()")
	line("    vars.turns = vars.turns + 1")
	line("    if vars.turns > 30 then return win() end")
	if together {
		line("    if vars.turns %% 5 == 0 then enter_phase(\"pick\") end")
	}
	line("    set_player(player() %% players() + 1)\n  end")
	line("  return {")
	line("    start = function() shuffle(\"deck\", \"deal\") for p = 1, players() do draw(\"deck\", \"hand@\" .. p, 2) end end,")
	line("    do_draw = function() draw(\"deck\", \"hand\") local card = at(\"hand\", count(\"hand\")) %s over() end,", leak)
	line("    do_rest = function() if phase() == \"play\" then over() end end,")
	line("    do_open = function() emit(\"opened\") over() end,")
	line("    do_guess = function(_, n) vars.mark = n if phase() == \"play\" then over() end end,")
	line("    do_keep = function(_, card) %s over() end,", either("vars.mark = 1", "tell(player(), \"Kept.\")", "vars.fate = vars.fate + 1"))
	line("    do_bury = function(_, card) move_to(card, %q) %s over() end,", either("deck", "pile"), either(`shuffle("deck", "deal")`, ""))
	line("    do_tune = function() vars.fate = random(\"fate\", 1, 6) over() end,")
	line("    do_wonder = function() ask(\"what\", {from = {1, 2, 3}, secret = true%s}) end,", flag(`, revealed_by = "opened"`))
	line("    chosen_what = function(_, n) vars.mark = n over() end,")
	line("    resolve_pick = function() enter_phase(\"play\") end,")
	line("  }")
	for _, id := range []string{"ruby", "pearl", "opal", "jade"} {
		line("---\n{kind: card, id: %s, name: %s%s}", id, strings.ToUpper(id), either("", `, text: "A stone."`))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// TestGeneratedGames compares pairs of worlds in games with visibility declared
// at random, and then in the same games with a leak planted, which must be found.
func TestGeneratedGames(t *testing.T) {
	games, pairs, tries := 8, 40, 100
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		games, pairs, tries = 200, 200, 400
	} else if testing.Short() {
		games = 4 // one for each leak
	}
	leaks := []string{
		`say("Drew " .. (card and card.name or "nothing"))`,
		`warn("It is worth " .. (card and #card.id or 0))`,
		`if at("deck", 1) and at("deck", 1).id == "ruby" then say("Lucky") end`,
		`if (var_of(1, "mark") + vars.fate) % 2 == 1 then say("Odd") else say("Even") end`,
	}
	for n := range games {
		rng := random.New(uint64(n), "generated")
		again := rng
		honest := generated(&rng, "")
		counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", honest), secrets.Options{Pairs: pairs, Seed: uint64(n)})
		if len(problems) > 0 {
			t.Fatalf("game %d: %v\n%v\n%s", n, problems, problems[0].Notes, honest)
		}
		for _, c := range counts {
			if c.Pairs < pairs {
				t.Errorf("game %d for %d players: %d pairs", n, c.Players, c.Pairs)
			}
		}
		leaky := generated(&again, leaks[n%len(leaks)])
		if _, problems = secrets.Run(t.Context(), bazaar.Written(t, "auction", leaky), secrets.Options{Pairs: tries, Seed: uint64(n)}); len(problems) == 0 {
			t.Errorf("game %d: %s was not found\n%s", n, leaks[n%len(leaks)], leaky)
		}
	}
}
