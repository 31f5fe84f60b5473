package locales_test

import (
	"strings"
	"testing"

	"sleight/runtime/content/locale"
)

// TestTextsOfParametersAreTranslated checks that titles and texts of parameters
// can be translated, equal texts once, and are not reported as missing
// otherwise.
func TestTextsOfParametersAreTranslated(t *testing.T) {
	const gale = `---
kind: relic
id: gale
params:
  force: {default: 3, safe: [2, 5], unit: gusts, breaks: ">5: nothing stands", text: How hard it blows.}
  width: {default: 3, unit: gusts, text: How wide it blows.}
  depth: 4
---
{kind: relic, id: storm, extends: gale, params: {force: 4}}
`
	files := map[string]string{"content/tale/game.yaml": base + gale}
	c := built(t, files)
	keys := func(pieces []locale.Unit) string {
		var out []string
		for _, p := range pieces {
			out = append(out, p.Key())
		}
		return strings.Join(out, " ")
	}
	want := "relic/gale.params.force.text relic/gale.params.force.unit relic/gale.params.force.breaks relic/gale.params.width.text"
	if got := keys(locale.UntranslatedParams(c.Catalog, "tale", "de")); got != want {
		t.Errorf("untranslated:\n got %s\nwant %s", got, want)
	}
	if missing, _ := locale.Untranslated(c.Catalog, "tale", "de", nil, locale.Done); strings.Contains(keys(missing), "params") {
		t.Errorf("players lack %s", keys(missing))
	}
	files["content/tale/locales/de.yaml"] = `kind: locale
id: de
texts:
  relic/gale:
    params.force.text: {from: How hard it blows., to: Wie stark er weht.}
    params.force.unit: {from: gusts, to: Böen}
    params.force.breaks: {from: ">5: nothing stands", to: ">5: nichts steht mehr"}
`
	c = built(t, files)
	b := open(t, c, "de")
	for key, want := range map[string]string{
		"relic/gale":  "force: Wie stark er weht. Böen >5: nichts steht mehr; width: How wide it blows. Böen ; depth:   ; ",
		"relic/storm": "force: Wie stark er weht. Böen >5: nichts steht mehr; width: How wide it blows. Böen ; depth:   ; ",
	} {
		got, d := "", find(t, c, key)
		for _, p := range d.Params {
			p = b.Param(d, p)
			got += p.Name + ": " + p.Text + " " + p.Unit + " " + p.Breaks + "; "
		}
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", key, got, want)
		}
	}
	if got := keys(locale.UntranslatedParams(c.Catalog, "tale", "de")); got != "relic/gale.params.width.text" {
		t.Errorf("then untranslated: %s", got)
	}
	if problems := locale.Check(c.Catalog, nil); problems.Failed() || strings.Contains(problems.Error(), "locale/unknown") {
		t.Error(problems)
	}
}

// TestPresetsAreTranslatedOnce checks that one translation of a preset's text
// serves all definitions that use it.
func TestPresetsAreTranslatedOnce(t *testing.T) {
	const presets = `---
{kind: preset, id: worth, text: "Worth {gold} of it.", targets: [{name: n, from: [1, 2], prompt: "How many?"}]}
---
{kind: relic, id: heap, text: "{worth}", params: {gold: 3}}
---
{kind: consumable, id: dose, text: "{worth}", params: {gold: 9}, use: {targets: worth}, lua: "return {use = function() end}"}
---
{kind: consumable, id: pill, use: {targets: worth}, lua: "return {use = function() end}"}
`
	files := map[string]string{"content/tale/game.yaml": base + presets}
	c := built(t, files)
	count := map[string]int{}
	missing, _ := locale.Untranslated(c.Catalog, "tale", "de", nil, locale.Done)
	for _, p := range missing {
		count[p.Text]++
	}
	if count["Worth {gold} of it."] != 1 || count["How many?"] != 1 {
		t.Errorf("to translate: %v", count)
	}
	files["content/tale/locales/de.yaml"] = `{kind: locale, id: de, texts: {
  relic/heap: {text: {from: "Worth {gold} of it.", to: "{gold} davon wert."}},
  consumable/pill: {"use.targets[n].prompt": {from: "How many?", to: "Wie viele?"}}}}`
	c = built(t, files)
	b := open(t, c, "de")
	for _, key := range []string{"relic/heap", "consumable/dose"} {
		if got := b.Describe(find(t, c, key), nil); !strings.HasSuffix(got, "davon wert.") {
			t.Errorf("%s: %s", key, got)
		}
	}
	dose := find(t, c, "consumable/dose")
	if got := b.Text(dose, "use.targets[n].prompt", "How many?"); got != "Wie viele?" {
		t.Error(got)
	}
}
