package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/tests/bazaar"
)

// declared is a game that uses many keys of declarations, and asRead what they
// become.
const declared = `kind: game
id: one
players: {min: 2, max: 2}
params: {never: 0, room: 4}
variables:
  bare: {start: 1}
  bound: {start: 2, min: "=game.never", max: "=game.room", clamp: true}
  share: {start: 0.5, whole: false, max: 9}
  mood: {start: calm, one_of: [calm, cross], per: player, visible: owner}
  known: {start: false, visible: none}
zones:
  bare: {of: card, label: b}
  heap: {of: [card, die], label: h, unordered: true, visible: owner, per: player, limit: "=game.room", listens: true}
  dark: {of: card, label: d, unordered: true, visible: none, counted: false}
  rack: {of: die, label: r, limit: bound, single_use: true, default: d6}
properties: {card: {worth: {start: 3, min: 1}, high: {tag: true}}}
actions:
  give: {targets: [{name: gift, from: heap}, {name: secretly, from: [1, 2], secret: true, auto: true, state: GIVING, prompt: "Which?", none: Nothing., labels: {"1": one}}]}
  rest: {switch: never}
  stay: {switch: room}
phases:
  day: {actions: [give, rest, stay], clock: 5}
  night: {actions: [stay], clock: {seconds: "=game.room", timeout: stay}, use: [heap]}
lua: 'return { do_give = function() end, do_rest = function() end, do_stay = function() end }'
---
{kind: card, id: ace, tags: [high], priority: 3}
---
{kind: card, id: king, priority: 2, use: {}, lua: 'return { use = function() end }'}
---
{kind: die, id: d6, sides: 6}
---
{kind: die, id: odd, faces: [1, 9]}
---
{kind: die, id: coin, faces: [heads, tails, edge]}
`

const asRead = `
bare number 1, -Inf to +Inf, whole true, clamp false, per player false, visible 0, one of []
bound number 2, 0 to 4, whole true, clamp true, per player false, visible 0, one of []
share number 0.5, -Inf to 9, whole false, clamp false, per player false, visible 0, one of []
mood string calm, -Inf to +Inf, whole true, clamp false, per player true, visible 1, one of ["calm" "cross"]
known boolean false, -Inf to +Inf, whole true, clamp false, per player false, visible 2, one of []
bare of [card] at "b", limit -1 "", per player false, visible 0, unordered false, uncounted false, listens false, single use false, default ""
heap of [card die] at "h", limit 4 "", per player true, visible 1, unordered true, uncounted false, listens true, single use false, default ""
dark of [card] at "d", limit -1 "", per player false, visible 2, unordered false, uncounted true, listens false, single use false, default ""
rack of [die] at "r", limit -1 "bound", per player false, visible 0, unordered false, uncounted false, listens false, single use true, default "d6"
target gift: CHOOSING_GIFT "Select gift…", secret {false }, auto false, none  or There is no gift to pick., labels map[], zone 1
target secretly: GIVING "Which?", secret {true }, auto true, none Nothing. or There is no secretly to pick., labels map[1:one], zone -1
phase day: 2 actions, 0 zones to use, 5 seconds, then anything
phase night: 1 actions, 1 zones to use, 4 seconds, then stay
card/ace: priority 3, starts [false 3 true]
card/king: priority 2, starts [false 3 false]
die/d6: priority 0, starts [0 6 false false]
die/odd: priority 0, starts [0 9 false false]
die/coin: priority 0, starts [0 3 false false]
`

// TestDeclarationsAreReadInFull states what becomes of the keys of variables,
// zones, targets and clocks, and what they are without those.
func TestDeclarationsAreReadInFull(t *testing.T) {
	g := one(t, declared)
	var out strings.Builder
	layout := g.Table(2).Layout
	for _, d := range layout.Vars {
		if !strings.HasPrefix(d.Name, "_") {
			fmt.Fprintf(&out, "%s %s %s, %v to %v, whole %v, clamp %v, per player %v, visible %v, one of %q\n", d.Name, d.Type, d.Start, d.Min, d.Max, d.Whole, d.Clamp, d.PerPlayer, d.Visible, d.OneOf)
		}
	}
	for _, z := range layout.Zones {
		fmt.Fprintf(&out, "%s of %v at %q, limit %d %q, per player %v, visible %v, unordered %v, uncounted %v, listens %v, single use %v, default %q\n",
			z.Name, z.Kinds, z.Label, z.Limit, z.LimitedBy, z.PerPlayer, z.Visible, z.Unordered, z.Uncounted, z.Listens, z.SingleUse, z.Default)
	}
	give, _ := g.Action("give")
	for _, x := range give.Targets {
		fmt.Fprintf(&out, "target %s: %s %q, secret %v, auto %v, none %v or %v, labels %v, zone %d\n", x.Name, x.State, x.Prompt, x.Secret, x.Auto, x.None, x.Empty, x.Labels, x.ZoneNumber)
	}
	for _, p := range g.Phases {
		timeout := "anything"
		if p.Clock.Action != nil {
			timeout = p.Clock.Action.Name
		}
		fmt.Fprintf(&out, "phase %s: %d actions, %d zones to use, %v seconds, then %s\n", p.Name, len(p.Actions), len(p.UseZones), p.Clock.Seconds, timeout)
	}
	for _, key := range []string{"card/ace", "card/king", "die/d6", "die/odd", "die/coin"} {
		p := g.Table(2).Prototypes[key]
		fmt.Fprintf(&out, "%s: priority %v, starts %v\n", key, g.Item(key).Priority, p.Start)
	}
	if got := out.String(); got != strings.TrimPrefix(asRead, "\n") {
		t.Errorf("got\n%s\nwant%s", got, asRead)
	}
}

// TestGamesAreOrdered checks that games without an order come among those of
// order 100, by their ids.
func TestGamesAreOrdered(t *testing.T) {
	game := func(id, order string) string {
		return "{kind: game, id: " + id + order + ", phases: {day: {}}, lua: 'return { start = function() end }'}\n"
	}
	c := bazaar.Build(t, fstest.MapFS{"content/one/game.yaml": {Data: []byte(strings.Join([]string{
		game("c", ", order: 100"), game("b", ""), game("late", ", order: 101"), game("a", ", order: 100"), game("soon", ", order: 99"),
	}, "---\n"))}})
	var got []string
	for _, g := range c.Games() {
		got = append(got, g.ID())
	}
	if want := "soon a b c late"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// TestDefinitionsBelongToTheGameThatTheirPackNames checks which game a definition
// is shown in if several could see it.
func TestDefinitionsBelongToTheGameThatTheirPackNames(t *testing.T) {
	game := func(id string) string {
		return "{kind: game, id: " + id + ", zones: {hand: {of: card, label: h}}, phases: {day: {}}, lua: 'return { start = function() end }'}\n"
	}
	pack := func(id, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("{kind: pack, format: 1, id: " + id + ", version: 1.0.0, title: " + id + more + "}\n")}
	}
	c := bazaar.Build(t, fstest.MapFS{
		"content/base/pack.yaml": pack("base", ""),
		"content/base/game.yaml": {Data: []byte(game("one") + "---\n" + game("two") + "---\n{kind: card, id: ace}\n")},
		"content/ext/pack.yaml":  pack("ext", ", games: [two, one], requires: {base: ^1.0}"),
		"content/ext/king.yaml":  {Data: []byte("{kind: card, id: king}\n")},
		"content/lone/pack.yaml": pack("lone", ""),
		"content/lone/jack.yaml": {Data: []byte("{kind: card, id: jack}\n")},
	})
	for key, want := range map[string]string{"game/one": "one", "game/two": "two", "card/ace": "one", "card/king": "two", "card/jack": ""} {
		for _, d := range c.Catalog.All() {
			if d.Key() != key {
				continue
			}
			got := ""
			if g := c.GameOf(d); g != nil {
				got = g.ID()
			}
			if got != want {
				t.Errorf("%s belongs to %q, want %q", key, got, want)
			}
		}
	}
}
