package secrets

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// hiding has zones of every visibility, and actions and uses that are secret or
// not.
const hiding = `
kind: game
id: auction
players: {min: 2, max: 2}
zones:
  row: {of: card, label: r, start: [{gem: 2}]}
  deck: {of: card, label: k, visible: none, start: [{gem: 2}]}
  mix: {of: card, label: m, per: player, visible: owner, unordered: true, start: [{gem: 2}]}
  bag: {of: card, label: b, per: player, visible: owner, counted: false, start: [{gem: 2}]}
  hand: {of: card, label: h, per: player, visible: owner, start: [gem, coin]}
actions:
  offer: {secret: true, targets: [{name: card, from: hand}]}
  lend: {targets: [{name: card, from: hand, secret: true}]}
  show: {targets: [{name: card, from: hand}]}
  think: {}
phases: {play: {use: [hand], actions: [offer, lend, show, think]}}
lua: |
  return {
    do_offer = function() end, do_lend = function() end, do_show = function() end,
    do_think = function() ask("what", {from = {1, 2}, player = 1, secret = true}) end,
    chosen_what = function() end,
  }
---
{kind: card, id: gem, use: {}, lua: 'return { use = function() end }'}
---
{kind: card, id: coin, use: {secret: true}, lua: 'return { use = function() end }'}
`

// pair returns two equal worlds, which player 1 looks at.
func pair(t *testing.T) *trial {
	t.Helper()
	c := bazaar.Written(t, "auction", hiding)
	x := &trial{content: c, observer: 1}
	for _, s := range []**session.Session{&x.real, &x.twin} {
		began, problem := session.New(c, "auction", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		*s = began
	}
	return x
}

// TestWhichValuesLookAlike checks which values a player cannot distinguish: the
// same ones, and hidden things in the same place, or in the same zone if it has
// no order.
func TestWhichValuesLookAlike(t *testing.T) {
	x := pair(t)
	thing := func(name string, at int) state.Value {
		slot, ok := x.real.Zone(name)
		if !ok {
			t.Fatal(name)
		}
		return state.Entity(x.real.State().Zone(slot)[at])
	}
	type named struct {
		name string
		v    state.Value
	}
	var all []named
	for _, zone := range []string{"row", "deck", "mix@1", "mix@2", "bag@1", "bag@2", "hand@2"} {
		all = append(all, named{zone + " 1", thing(zone, 0)}, named{zone + " 2", thing(zone, 1)})
	}
	all = append(all, named{"1", state.Num(1)}, named{"2", state.Num(2)}, named{"nothing", state.Value{}}, named{"nobody", state.Entity(state.None)})
	alike := map[[2]string]bool{{"mix@2 1", "mix@2 2"}: true, {"bag@2 1", "bag@2 2"}: true}
	for _, a := range all {
		for _, b := range all {
			want := a == b || alike[[2]string{a.name, b.name}] || alike[[2]string{b.name, a.name}]
			if got := x.valuesLookAlike(a.v, b.v); got != want {
				t.Errorf("%s and %s look alike: %v", a.name, b.name, got)
			}
		}
	}
}

// TestWhichCommandsLookAlike checks for which commands of another player the
// other world may have another one.
func TestWhichCommandsLookAlike(t *testing.T) {
	x := pair(t)
	parse := func(text string) session.Command {
		c, refusal, problem := x.real.Parse(text)
		if refusal != nil || problem != nil {
			t.Fatal(text, refusal, problem)
		}
		return c
	}
	x.observer = 2
	all := []string{"offer h1", "offer h2", "lend h1", "lend h2", "show h1", "show h2", "use h1", "use h2", "think"}
	looks := map[string]string{ // those that are secret are not told at all
		"offer h1": "secret", "offer h2": "secret", "use h2": "secret", "lend h1": "lend", "lend h2": "lend",
	}
	for _, a := range all {
		for _, b := range all {
			want := a == b || looks[a] != "" && looks[a] == looks[b]
			if got := x.looksAlike(parse(a), parse(b)); got != want {
				t.Errorf("%s and %s look alike: %v", a, b, got)
			}
		}
	}
	for text, secret := range map[string]bool{"offer h1": true, "lend h1": false, "use h2": true, "use h1": false, "think": false} {
		if got := action(x.real, parse(text)).Secret.On; got != secret {
			t.Errorf("%s is secret: %v", text, got)
		}
	}
	for _, s := range []*session.Session{x.real, x.twin} {
		if r := s.Run("think"); !r.OK() {
			t.Fatal(r.Problem, r.Refusal)
		}
	}
	answers, problem := x.real.Legal(10)
	if problem != nil || len(answers) != 2 {
		t.Fatal(answers, problem)
	}
	if a := action(x.real, answers[0]); a.Secret != (rules.Secret{On: true}) {
		t.Errorf("the answer to a secret question is open: %+v", a.Secret)
	}
	if !x.looksAlike(answers[0], answers[1]) {
		t.Error("the answers to a secret question do not look alike")
	}
}

// TestWhatAPlayerKnowsOfUses checks which uses others may not know of: secret
// ones, until an event reveals them or for good.
func TestWhatAPlayerKnowsOfUses(t *testing.T) {
	text := strings.Replace(hiding, "id: coin, use: {secret: true}", "id: coin, use: {secret: SECRET}", 1)
	for secret, want := range map[string]bool{"true": true, "false": false, "opened": true} {
		c := bazaar.Written(t, "auction", strings.NewReplacer("SECRET", secret, "actions:\n", "events: {opened: {}}\nactions:\n").Replace(text))
		s, problem := session.New(c, "auction", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		slot, _ := s.Zone("hand@1")
		hand := s.State().Zone(slot)
		if got := [2]bool{secretUse(s, hand[0]), secretUse(s, hand[1])}; got != [2]bool{false, want} {
			t.Errorf("secret: %s: the uses of the gem and the coin are secret: %v", secret, got)
		}
	}
}

// TestValuesAreWrittenWithTheirPlaces checks how a value is written that a player
// knows: an entity with its place, and one that is gone, a number or a text as it
// is.
func TestValuesAreWrittenWithTheirPlaces(t *testing.T) {
	x := pair(t)
	slot, _ := x.real.Zone("row")
	row := x.real.State().Zone(slot)
	for v, want := range map[state.Value]string{
		state.Entity(row[1]):       fmt.Sprintf("%d in %d at 1", row[1], slot),
		state.Entity(9999):         state.Entity(9999).String(),
		state.Num(float64(row[1])): state.Num(float64(row[1])).String(),
		state.Truth(true):          "true",
		{}:                         state.Value{}.String(),
	} {
		if got := value(x.real, v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// TestAnswersToWrongCommands checks what is compared of a command that is refused,
// fails, or neither.
func TestAnswersToWrongCommands(t *testing.T) {
	x := pair(t)
	_, refusal, problem := x.real.Parse("fly")
	if refusal == nil || problem != nil {
		t.Fatal(refusal, problem)
	}
	failure := diag.New("script/runtime", diag.Place{}, "it fails")
	for want, got := range map[string]string{refusal.Code + ": " + refusal.String(): answer(refusal, nil), failure.Code: answer(nil, &failure)} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
