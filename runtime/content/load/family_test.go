package load

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// The template that the cards of these tests extend.
const attack = `kind: card
id: attack
abstract: true
text: Deal {damage} damage.
use:
  cost: {energy: self.cost}
  targets: [{name: enemy, from: enemies}]
cost: 1
script: attack.lua
`

// A plain card is four lines, and one with an upgrade six.
const (
	plainCard = `kind: card
id: sword_boomerang
extends: attack
params: {damage: 3}
`
	upgradedCard = `kind: card
id: bash
extends: attack
params: {damage: 8}
upgrade:
  params: {damage: 10}
`
)

func cards(more ...string) workspace {
	return newWorkspace(map[string]string{
		"content/p/all.yaml":   strings.Join(append([]string{attack, plainCard, upgradedCard}, more...), "---\n"),
		"scripts/p/attack.lua": "return {use = function(self, enemy) end}\n",
	})
}

func titlesOf(c *def.Catalog) (out []string) {
	for _, d := range c.All() {
		out = append(out, d.Key()+" "+d.Name)
	}
	return out
}

func TestFamilyOfCards(t *testing.T) {
	for text, lines := range map[string]int{plainCard: 4, upgradedCard: 6} {
		if n := strings.Count(text, "\n"); n != lines {
			t.Errorf("%d lines, want %d:\n%s", n, lines, text)
		}
	}
	c := mustLoad(t, NewLoader(Root{FS: cards(`{kind: card, id: final, extends: bash_plus, upgrade: {id: last, name: The Last, cost: 0, upgrade: {tags: [rare]}}}
`)}))
	want := []string{"card/bash Bash", "card/bash_plus Bash+", "card/final Final", "card/last The Last", "card/last_plus The Last+", "card/sword_boomerang Sword boomerang"}
	if got := titlesOf(c); !reflect.DeepEqual(got, want) {
		t.Errorf("definitions %q, want %q", got, want)
	}
	bash, plus, last := get(t, c, "card/bash"), get(t, c, "card/bash_plus"), get(t, c, "card/last_plus")
	if bash.Data.TextOr("upgrade", "") != "bash_plus" || plus.Data.TextOr("upgrade_of", "") != "bash" || plus.Data.Get("upgrade") != nil || bash.Data.Get("upgrade_of") != nil {
		t.Errorf("the links are %v and %v", bash.Data.Get("upgrade"), plus.Data.Get("upgrade_of"))
	}
	if got := plus.Fill(plus.Text); got != "Deal 10 damage." || plus.Script == nil || plus.Data.NumberOr("cost", 0) != 1 {
		t.Errorf("bash_plus: %q %v", got, plus.Script)
	}
	if at := plus.Params[0].Place().String(); at != "content/p/all.yaml:21:20" {
		t.Errorf("its damage is at %s", at)
	}
	if got := fmt.Sprint(last.Bases, last.Pluses, plus.Bases); got != "[p:card/last p:card/final p:card/bash_plus p:card/bash p:card/attack] 1 [p:card/bash p:card/attack]" {
		t.Errorf("bases %s", got)
	}
	if last.Data.NumberOr("cost", 1) != 0 || last.Params[0].Default != 10 {
		t.Errorf("an upgrade of an upgrade inherits %v and %v", last.Data.Get("cost"), last.Params[0].Default)
	}
}

// TestIncompleteTemplates checks that templates may lack required keys of their
// kind, and that definitions that extend them may not.
func TestIncompleteTemplates(t *testing.T) {
	const templates = `{kind: die, id: odd, abstract: true, color: red}
---
{kind: enemy, id: small, abstract: true}
---
{kind: game, id: base, abstract: true}
---
`
	c := mustLoad(t, NewLoader(Root{FS: newWorkspace(map[string]string{"content/p/a.yaml": templates + "{kind: die, id: d3, extends: odd, sides: 3}\n"})}))
	if got := titlesOf(c); !reflect.DeepEqual(got, []string{"die/d3 d3"}) {
		t.Errorf("definitions %q", got)
	}
	if p, _ := c.Pack("p"); p.HoldsGame {
		t.Error("a template of a game counts as a game")
	}
	_, problems := NewLoader(Root{FS: newWorkspace(map[string]string{"content/p/a.yaml": templates + "{kind: enemy, id: rat, extends: small}\n"})}).Load()
	if got := fmt.Sprint(problems); !strings.Contains(got, `a.yaml:7:1: error: the key "hp" is missing`) || len(problems) != 1 {
		t.Error(got)
	}
}

func TestFaultsInFamilies(t *testing.T) {
	for text, want := range map[string]string{
		"{kind: card, id: x, extends: attack, params: {damage: 1}, upgrade: {damage: 2}}": `all.yaml:23:69: error: unknown key "damage"`,
		"{kind: card, id: x, upgrade: 3}":                                                 `all.yaml:23:30: error: upgrade must be a mapping, not 3`,
		"{kind: card, id: x, upgrade: {}}":                                                `all.yaml:23:30: error: upgrade`,
		"{kind: card, id: x, upgrade: {id: bash, cost: 1}}":                               `all.yaml:23:35: error: there are two definitions of card/bash`,
		"{kind: card, id: x, extends: atack}":                                             `did you mean "attack"?`,
		"{kind: card, id: x, abstract: true, costs: 1}":                                   `all.yaml:23:37: error: unknown key "costs"`,
		"{kind: card, id: x, abstract: true, extends: x}":                                 `definitions extend each other in a cycle: x → x`,
		"{kind: card, id: x, abstract: yes please}":                                       `all.yaml:23:31: error: abstract must be true or false`,
		"{kind: card, id: x, extends: attack, upgrade: {text: \"{damages}\"}}":            `card/x_plus has no parameter "damages"`,
		"{kind: card, id: x, upgrade_of: bash}":                                           `unknown key "upgrade_of"`,
	} {
		_, problems := NewLoader(Root{FS: cards(text + "\n")}).Load()
		if got := problems.Error(); !strings.Contains(got, want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestPatchesOfFamilies checks that a patch of a template changes all
// definitions that extend it, and that an upgrade is patched under its own id.
func TestPatchesOfFamilies(t *testing.T) {
	w := cards()
	w.write("content/q/pack.yaml", "{kind: pack, format: 1, id: q, title: Q, version: 1.0.0, requires: {p: \"*\"}}\n")
	w.write("content/q/a.yaml", "{kind: patch, of: card/attack, set: {cost: 2}}\n---\n{kind: patch, of: card/bash_plus, set: {params.damage: 20}}\n")
	c := mustLoad(t, NewLoader(Root{FS: w}))
	for key, want := range map[string]string{"card/bash": "2 8", "card/bash_plus": "2 20", "card/sword_boomerang": "2 3"} {
		d := get(t, c, key)
		if got := fmt.Sprint(d.Data.NumberOr("cost", 0), d.Params[0].Default); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	w.write("content/q/a.yaml", "{kind: patch, of: card/bash, set: {upgrade.params.damage: 20}}\n")
	_, problems := NewLoader(Root{FS: w}).Load()
	if len(problems) != 1 || problems[0].Message.String() != "upgrade cannot be changed" || !strings.Contains(problems[0].Hint.String(), "card/bash_plus") {
		t.Errorf("%v", problems)
	}
}
