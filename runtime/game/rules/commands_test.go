package rules_test

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
)

// TestCommandNames lists the commands of games with and without windows and
// clocks, and their bots, which come in order.
func TestCommandNames(t *testing.T) {
	const plain = `
kind: game
id: names
players: {min: 2, max: 2}
events: {hit: {}}
zones: {hand: {of: card, label: h}}
actions: {go: {}, wait: {}}
phases: {play: {actions: [go, wait] CLOCK}}
WINDOWS
lua: 'return { do_go = function() emit("hit") end, do_wait = function() end TIMEOUT }'
---
BOTS
`
	bots := []string{"zoe", "amy", "mia", "bob", "eve", "dan", "ida", "lea"}
	var texts []string
	for _, id := range bots {
		texts = append(texts, "{kind: bot, id: "+id+", lua: 'return { choose = function(legal) return legal[1] end }'}")
	}
	slices.Sort(bots)
	window := "windows: {answer: {after: [hit], use: [hand], answers: one}}"
	for _, c := range []struct {
		clock, windows string
		want           []string
	}{
		{"", "", []string{"go", "wait"}},
		{"", window, []string{"go", "wait", rules.Pass, rules.PassAlways}},
		{", clock: 9", "", []string{"go", "wait", rules.Timeout}},
		{", clock: 9", window, []string{"go", "wait", rules.Pass, rules.PassAlways, rules.Timeout}},
	} {
		timeout := ""
		if c.clock != "" {
			timeout = ", timeout_play = function() end"
		}
		text := strings.NewReplacer("CLOCK", c.clock, "WINDOWS", c.windows, "TIMEOUT", timeout, "BOTS", strings.Join(texts, "\n---\n")).Replace(plain)
		g, _ := bazaar.Written(t, "names", text).Game("names")
		if got := g.CommandNames(); !slices.Equal(got, c.want) {
			t.Errorf("%q %q: %q, want %q", c.clock, c.windows, got, c.want)
		}
		if got := g.StandaloneIDs("bot"); !slices.Equal(got, bots) {
			t.Errorf("bots %q, want %q", got, bots)
		}
	}
}
