package load

import (
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

const presets = `kind: preset
id: deals
text: Deal {=self.damage} damage.
---
kind: preset
id: a_foe
targets: [{name: foe, from: foes, prompt: "Which foe?"}]
---
{kind: preset, id: two, extends: a_foe, targets: [{name: foe, from: foes}, {name: other, from: foes}]}
`

// TestWherePresetsApply checks where presets may be used: as or
// in a text, as or among targets, in templates and actions, and hidden by
// parameters and keywords of the same name.
func TestWherePresetsApply(t *testing.T) {
	l := NewLoader(Root{FS: newWorkspace(map[string]string{
		"content/p/presets.yaml": presets,
		"content/p/all.yaml": `{kind: game, id: g, actions: {poke: {text: "{deals} Once.", targets: a_foe}}, lua: "return {}"}
---
{kind: card, id: strike, text: "{deals}", use: {targets: a_foe}, lua: "return {}"}
---
{kind: card, id: cleave, text: "{deals} Draw {cards}. {deals}", params: {cards: 2}, use: {targets: [two, {name: n, from: [1]}, a_foe]}, lua: "return {}"}
---
{kind: card, id: base, abstract: true, text: "{deals}", use: {targets: a_foe}}
---
{kind: consumable, id: bomb, text: "{deals}", params: {deals: 3}, lua: "return {}"}
---
{kind: card, id: child, extends: base, lua: "return {}"}
---
{kind: card, id: word, text: "{a_word}", lua: "return {}"}
---
{kind: keyword, id: a_word, text: Explained.}
---
{kind: preset, id: a_word, text: Not this.}
`,
	})})
	c := mustLoad(t, l)
	for key, want := range map[string]string{
		"card/strike":     "Deal {=self.damage} damage. foe",
		"card/cleave":     "Deal {=self.damage} damage. Draw {cards}. Deal {=self.damage} damage. foe other n foe",
		"card/child":      "Deal {=self.damage} damage. foe",
		"consumable/bomb": "{deals}",
		"card/word":       "{a_word}",
	} {
		d, _ := c.Get("p:" + key)
		got := d.Text
		for _, target := range d.Data.Get("use").All("targets") {
			got += " " + target.TextOr("name", "?")
		}
		if got != want {
			t.Errorf("%s: %q, expected %q", key, got, want)
		}
	}
	strike, _ := c.Get("p:card/strike")
	if len(strike.Expressions) != 1 || strike.Expressions[0].Place.File != "content/p/presets.yaml" || strike.Expressions[0].Place.Line != 3 {
		t.Errorf("the expression of strike is %v", strike.Expressions)
	}
	poke := get(t, c, "p:game/g").Data.Get("actions").Get("poke")
	if text, targets := poke.TextOr("text", ""), poke.All("targets"); text != "Deal {=self.damage} damage. Once." || len(targets) != 1 || targets[0].TextOr("from", "") != "foes" {
		t.Errorf("poke is %q with %d targets", text, len(targets))
	}
	if len(c.Kind(def.PresetKind)) != 0 {
		t.Error("the catalog has presets")
	}
}

// TestEditingAPresetChangesItsUses checks that a second load changes the
// definitions that use an edited preset.
func TestEditingAPresetChangesItsUses(t *testing.T) {
	w := newWorkspace(map[string]string{
		"content/p/presets.yaml": presets,
		"content/p/card.yaml":    `{kind: card, id: strike, text: "{deals}", use: {targets: a_foe}, lua: "return {}"}`,
	})
	l := NewLoader(Root{FS: w})
	before := get(t, mustLoad(t, l), "p:card/strike")
	if same := get(t, mustLoad(t, l), "p:card/strike"); same.Digest != before.Digest {
		t.Error("the definition differs without an edit")
	}
	w.write("content/p/presets.yaml", strings.NewReplacer("Deal", "Do", "from: foes, prompt", "from: friends, prompt").Replace(presets))
	after := get(t, mustLoad(t, l), "p:card/strike")
	if from := after.Data.Get("use").All("targets")[0].TextOr("from", ""); after.Text != "Do {=self.damage} damage." || from != "friends" || after.Digest == before.Digest {
		t.Errorf("after the edit: %q from %s", after.Text, from)
	}
}

// TestPresetsThatCannotBeUsed checks the reports about wrong names, in their
// places.
func TestPresetsThatCannotBeUsed(t *testing.T) {
	for card, want := range map[string]string{
		`{kind: card, id: x, use: {targets: a_fo}, lua: "return {}"}`:                 `all.yaml:1:36: error: unknown preset "a_fo" [content/reference]; did you mean "a_foe"?`,
		`{kind: card, id: x, use: {targets: [deals]}, lua: "return {}"}`:              `all.yaml:1:37: error: the preset "deals" has no list of targets`,
		`{kind: card, id: x, text: "{deal}", lua: "return {}"}`:                       `all.yaml:1:28: error: card/x has no parameter or keyword "deal" [content/reference]; did you mean "deals"?`,
		`{kind: card, id: x, value: 2, text: "{value} coins", lua: "return {}"}`:      `has no parameter or keyword "value" [content/reference]; value is a field, not a parameter: write {=self.value}`,
		`{kind: card, id: x, value: 2, text: "{value|coin|coins}", lua: "return {}"}`: `value is a field, not a parameter: write {=self.value|coin|coins}`,
		`{kind: card, id: x, text: "{a_foe}", lua: "return {}"}`:                      `all.yaml:1:28: error: card/x has no parameter or keyword "a_foe"`,
		`{kind: preset, id: x, text: "{deals}", targets: [{name: a, from: b}]}`:       ``,
		`{kind: preset, id: x, name: Y}`:                                              `unknown key "name"`,
		`{kind: card, id: x, extends: base, lua: "return {}"}
---
{kind: card, id: base, abstract: true, use: {targets: nobody}}`: `unknown preset "nobody"`,
	} {
		_, problems := NewLoader(Root{FS: newWorkspace(map[string]string{
			"content/p/presets.yaml": presets, "content/p/all.yaml": card,
		})}).Load()
		var errors diag.List
		for _, p := range problems {
			if p.Severity == diag.Error {
				errors = append(errors, p)
			}
		}
		if got := errors.Error(); want == "" && len(errors) > 0 || want != "" && (len(errors) != 1 || !strings.Contains(got, want)) {
			t.Errorf("%s\n%s\nexpected\n%s", card, got, want)
		}
	}
}
