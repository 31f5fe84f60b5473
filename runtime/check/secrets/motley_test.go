package secrets_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/check/secrets"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestMotleyTranscripts compares what each seat knows and is shown in the
// motley game, and in a variant in which items are used openly.
func TestMotleyTranscripts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		seed uint64
	}{
		"motley":      {bazaar.Motley, 2},
		"motley_open": {strings.NewReplacer("use: {secret: true, ", "use: {", "use: {secret: opened, ", "use: {").Replace(bazaar.Motley), 5},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := secrets.Transcript(bazaar.Written(t, "auction", c.text), "auction", 2, 14, c.seed)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", name+".golden"), text)
		})
	}
}

// some returns the names of cases, sorted; in short tests only every n-th.
func some[T any](cases map[string]T, n int) (names []string) {
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		if !testing.Short() || i%n == n-1 {
			names = append(names, name)
		}
	}
	return names
}

// TestMotleyPairs compares how many pairs of worlds are compared in variants of the
// motley game, how many end because something was revealed, and the leaks.
func TestMotleyPairs(t *testing.T) {
	games := map[string][]string{
		"an honest motley game":       nil,
		"what is used is said":        {"--[[used]]", `say("Used " .. card.name)`},
		"what is used is worth a lot": {"--[[used]]", `if card.id == "jade" then vars.aim = card end`},
		"a script fails":              {"relic.rust = relic.rust + 1 move_to(relic, \"porch\")", `if at("deck", 1) and at("deck", 1).id == "ruby" then error("A ruby.") end`},
		"a command is refused":        {"do_lend = function(_, relic)", `do_lend = function(_, relic) if at("deck", 1) and at("deck", 1).id == "ruby" then refuse("Not now.") end`},
		"a lent relic is shown":       {"relic, from: bag, secret: true", "relic, from: bag"},
		"a target is said":            {"do_lend = function(_, relic)", `do_lend = function(_, relic) say("Lent: " .. relic.name)`},
		"an answer is said":           {"chosen_what = function(_, card)", `chosen_what = function(_, card) say("Chosen: " .. card.name)`},
	}
	for _, name := range some(games, 3) {
		edit := games[name]
		t.Run(name, func(t *testing.T) {
			text := bazaar.Motley
			if edit != nil {
				if text = strings.Replace(bazaar.Motley, edit[0], edit[1], 1); text == bazaar.Motley {
					t.Fatalf("the game has no %q", edit[0])
				}
			}
			seed := uint64(4)
			if name == "a target is said" {
				seed = 1 // whose games show it
			}
			counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "auction", text), secrets.Options{Pairs: 150, Seed: seed})
			checkReport(t, counts, problems)
		})
	}
}

// tiny is a game of a single command.
const tiny = "{kind: game, id: tiny, players: {min: 1, max: 1}, variables: {n: {start: 0}}, actions: {wait: {}}, phases: {play: {actions: [wait]}}, lua: 'return { start = function() START end, do_wait = function() WAIT end }'}"

func tinyGame(start, wait string) string {
	return strings.NewReplacer("START", start, "WAIT", wait).Replace(tiny)
}

// TestRunsAreBounded checks how much is compared by default and in a game that never
// ends, and that games which cannot be played end a run.
func TestRunsAreBounded(t *testing.T) {
	for pairs, want := range map[int]int{0: 1000, 1: 1} {
		last := 0
		counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "tiny", tinyGame("", "")), secrets.Options{Pairs: pairs, Seed: 1, Also: func(s *session.Session, _ session.Result, _ int) any {
			last = max(last, s.Turn())
			return nil
		}})
		if len(problems) > 0 || len(counts) != 1 || counts[0].Pairs < want || counts[0].Pairs > want+1 {
			t.Errorf("of %d pairs: %v, %v", pairs, counts, problems)
		}
		if want == 1000 && last != 300 {
			t.Errorf("a game had %d commands when something was compared last", last)
		}
	}
	counts, problems := secrets.Run(t.Context(), bazaar.Written(t, "tiny", tinyGame("if random(\"fate\", 1, 3) == 1 then error(\"No.\") end", "")), secrets.Options{Pairs: 300, Seed: 1})
	checkReport(t, counts, problems)
}

// TestARunCanBeInterrupted checks that nothing is compared after the context has
// ended, in the middle of a game.
func TestARunCanBeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	counts, problems := secrets.Run(ctx, bazaar.Written(t, "auction", bazaar.Motley), secrets.Options{Pairs: 50, Seed: 1, Also: func(*session.Session, session.Result, int) any {
		if n++; n == 10 {
			cancel()
		}
		return nil
	}})
	if len(problems) > 0 || len(counts) != 1 || n != 10 || counts[0].Pairs != 5 {
		t.Errorf("%v, %v after %d views", counts, problems, n)
	}
}
