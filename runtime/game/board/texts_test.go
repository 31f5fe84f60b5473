package board_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// live is a game whose cards show their effects after Strength and Weak apply.
const live = `
kind: game
id: live
text: "Strength is {=vars.strength} in phase {=phase()}."
variables: {strength: {start: 0}, broken: {start: 0}}
values: {attack: {args: [card]}}
zones:
  hand: {of: card, label: c, start: [{strike: 1}, bash, risky]}
  deck: {of: card, label: k, visible: none, start: [risky]}
  relics: {of: relic, label: r, listens: true}
  shelf: {of: relic, label: s, start: [ring]}
phases: {play: {use: [hand], actions: [pump, wear, harm]}}
actions: {pump: {text: "From {=vars.strength} to {=vars.strength + 2}."}, wear: {}, harm: {}}
lua: |
  return {
    do_pump = function() vars.strength = vars.strength + 2 end,
    do_wear = function() move_to(at("shelf", 1), "relics") end,
    do_harm = function() vars.broken = 1 end,
    modify_attack = function(self, n) return n + vars.strength end,
  }
---
kind: card
id: strike
text: Deal {=modify("attack", self.damage, self)} damage.
params: {damage: 6}
use: {}
lua: "return {use = function() end}"
---
kind: card
id: bash
text: "{vulnerable|Vulnerable} for {turns} {turns|turn|turns}, and {=modify('attack', self.turns)} {=modify('attack', self.turns)|card|cards}."
params: {turns: 1}
---
kind: card
id: risky
text: "{=10 / (1 - vars.broken) < 11 and 'safe' or at('hand', 9).id} {dim}"
---
{kind: relic, id: ring, lua: "return {modify_attack = function(self, n) return n * 2 end}"}
---
{kind: keyword, id: vulnerable, text: "Takes {share} % more damage. See {dim}.", params: {share: 50}, icon: V}
---
{kind: keyword, id: dim, name: Dim, text: "See {vulnerable}."}
`

const liveGerman = `
kind: locale
id: de
texts:
  card/strike:
    name: {from: Strike, to: Hieb}
    text:
      from: Deal {=modify("attack", self.damage, self)} damage.
      to: Verursacht {=modify("attack", self.damage, self)} Schaden.
  card/bash:
    text:
      from: "{vulnerable|Vulnerable} for {turns} {turns|turn|turns}, and {=modify('attack', self.turns)} {=modify('attack', self.turns)|card|cards}."
      to: "{turns} {turns|Runde|Runden} {vulnerable}, und {=modify('attack', self.turns)} {=modify('attack', self.turns)|Karte|Karten}."
  keyword/vulnerable:
    name: {from: Vulnerable, to: Verwundbar}
    text: {from: "Takes {share} % more damage. See {dim}.", to: "Erleidet {share} % mehr Schaden. Siehe {dim}."}
  keyword/dim:
    name: {from: Dim, to: Trübe}
`

func liveContent(t testing.TB, more string) *rules.Content {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{
		"content/live/game.yaml":       {Data: []byte(live + more)},
		"content/live/locales/de.yaml": {Data: []byte(liveGerman)},
	}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

func liveSession(t testing.TB, c *rules.Content) *session.Session {
	t.Helper()
	s, problem := session.New(c, "live", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

func textsOf(b *board.Board) string {
	lines := []string{b.Text}
	for _, o := range b.Offers {
		lines = append(lines, o.Command+": "+o.Marked())
	}
	for _, label := range []string{"c1", "c2", "c3"} {
		thing := b.Find(label)
		line := thing.Marked()
		for _, k := range thing.Keywords {
			line += " | " + k.Name + ": " + k.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestLiveTexts checks that texts show current numbers, and printed ones where
// they differ, and that keywords are explained, in every language.
func TestLiveTexts(t *testing.T) {
	s := liveSession(t, liveContent(t, ""))
	for i, want := range []string{`Strength is 0 in phase play.
pump: From 0 to 2.
wear: 
harm: 
use strike: Deal 6 damage.
Deal 6 damage.
Vulnerable for 1 turn, and 1 card. | Vulnerable: Takes 50 % more damage. See Dim. | Dim: See Vulnerable.
safe Dim | Dim: See Vulnerable. | Vulnerable: Takes 50 % more damage. See Dim.`, `Strength is 2 in phase play.
pump: From 0→2 to 2→4.
wear: 
harm: 
use strike: Deal 6→8 damage.
Deal 6→8 damage.
Vulnerable for 1 turn, and 1→3 cards. | Vulnerable: Takes 50 % more damage. See Dim. | Dim: See Vulnerable.
safe Dim | Dim: See Vulnerable. | Vulnerable: Takes 50 % more damage. See Dim.`, `Strength is 2 in phase play.
pump: From 0→2 to 2→4.
wear: 
harm: 
use strike: Deal 6→16 damage.
Deal 6→16 damage.
Vulnerable for 1 turn, and 1→6 cards. | Vulnerable: Takes 50 % more damage. See Dim. | Dim: See Vulnerable.
safe Dim | Dim: See Vulnerable. | Vulnerable: Takes 50 % more damage. See Dim.`} {
		if got := textsOf(board.Of(s, 1, nil)); got != want {
			t.Errorf("step %d:\n%s\nwant\n%s", i, got, want)
		}
		s.Run([]string{"pump", "wear", "wear"}[i])
	}
	german := board.Of(s, 1, german(t, s))
	want := "Verursacht 6→16 Schaden.\n1 Runde Verwundbar, und 1→6 Karten. | Verwundbar: Erleidet 50 % mehr Schaden. Siehe Trübe. | Trübe: See Verwundbar."
	if got := textsOf(german); !strings.Contains(got, want) {
		t.Errorf("in German:\n%s\nwant\n%s", got, want)
	}
	data, _ := json.Marshal(german.Find("c1"))
	if want := `"text":"Verursacht 16 Schaden.","spans":[{"text":"Verursacht "},{"text":"16","printed":"6"},{"text":" Schaden."}]`; !strings.Contains(string(data), want) {
		t.Errorf("as JSON: %s\nwant %s", data, want)
	}
}

// TestPrintedTexts checks that texts without a game show their printed values.
func TestPrintedTexts(t *testing.T) {
	c := liveContent(t, "")
	lang, _ := locale.Parse("de")
	game := c.Games()[0].Definition
	for _, b := range []*locale.Translator{nil, locale.Open(c.Catalog, game, lang)} {
		var lines []string
		for _, d := range c.Catalog.Kind("card") {
			lines = append(lines, b.Describe(d, c.Printed(d)))
		}
		want := "Vulnerable for 1 turn, and 1 card.\nsafe Dim\nDeal 6 damage."
		if b != nil {
			want = "1 Runde Verwundbar, und 1 Karte.\nsafe Trübe\nVerursacht 6 Schaden."
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestFailingTexts checks that a failing text is a problem that does not
// prevent the board from being drawn, and that texts that a player may not see
// are not evaluated for that player.
func TestFailingTexts(t *testing.T) {
	s := liveSession(t, liveContent(t, ""))
	if p := s.Examine(); p != nil {
		t.Error(p)
	}
	s.Run("harm")
	p := s.Examine()
	if p == nil || p.Place.Line != 36 || !strings.Contains(p.Message.String(), "nil") {
		t.Errorf("the finding is %v", p)
	}
	b := board.Of(s, 1, nil)
	if got := b.Find("c3").Marked(); got != "safe→? Dim" {
		t.Errorf("c3 says %q", got)
	}
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			if z.Name == "deck" && (z.Entities[0].Text != "" || z.Entities[0].Keywords != nil) {
				t.Errorf("a hidden card says %q", z.Entities[0].Text)
			}
		}
	}
}

// TestFaultyTexts checks that errors in expressions are reported at their place
// when content loads.
func TestFaultyTexts(t *testing.T) {
	for text, want := range map[string]string{
		"Deal {=self.damge} damage.":                   `game.yaml:47:19: error: unknown property or field of card/x "damge"`,
		"Deal {=vars.stregth} damage.":                 `unknown variable "stregth"`,
		"Deal {=modify('atack', 1)}":                   `unknown value "atack"`,
		"Deal {=1 +} damage.":                          `game.yaml:47:17: error`,
		"Deal {=(function() vars.strength = 1 end)()}": `game.yaml:47:`,
		"Now {=emit('used')}":                          `game.yaml:47: error`,
		"Now {=at('hand', 1).id}":                      `game.yaml:47: error`,
	} {
		catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/live/game.yaml": {Data: []byte(live + "---\nkind: card\nid: x\nparams: {damage: 1}\ntext: " + text + "\n")}}}).Load()
		if catalog != nil {
			_, problems = rules.Build(catalog, nil)
		}
		if got := fmt.Sprint(problems); !problems.Failed() || !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Draw {n|card}.":     "game.yaml:47:13: error: in the source language, a number has 2 plural forms, not 1",
		"Draw {=self.n.":     "game.yaml:47:13: error: the expression that begins here does not end",
		"{vulnerabl} for 1.": `game.yaml:47:8: error: card/x has no parameter or keyword "vulnerabl"`,
	} {
		_, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/live/game.yaml": {Data: []byte(live + "---\nkind: card\nid: x\nparams: {n: 1}\ntext: '" + text + "'\n")}}}).Load()
		if got := fmt.Sprint(problems); !problems.Failed() || !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// BenchmarkLiveBoard draws a board with forty cards whose texts have two
// expressions each, heard by a relic: it should take less than 2 ms.
func BenchmarkLiveBoard(b *testing.B) {
	s := liveSession(b, liveContent(b, ""))
	for range 38 {
		if r := s.Do(session.Command{Lua: `add("bash", "hand")`}); !r.OK() {
			b.Fatal(r.Problem)
		}
	}
	s.Run("pump")
	s.Run("wear")
	vw := board.NewViewer(s, 1, nil)
	b.ReportAllocs()
	for b.Loop() {
		if len(vw.Board().Groups) == 0 {
			b.Fatal("an empty board")
		}
	}
}
