package locale_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/locale"
)

// updatedGame is the content whose locales are updated.
const updatedGame = tale + `---
{kind: relic, id: coin, name: Coin, text: "Worth {gold} gold.", params: {gold: 2}}
---
{kind: relic, id: rat, name: Rat}
`

// updated returns a locale file after an update, and what it reports, for a game
// whose scripts have some sentences.
func updated(t *testing.T, before string, sentences ...string) (after, report string) {
	t.Helper()
	c := loaded(t, map[string]string{"tale/game.yaml": updatedGame, "tale/locales/fr.yaml": before})
	missing, _ := locale.Untranslated(c, "tale", "fr", said(sentences...), locale.Present)
	u := locale.Update(c, c.Locales[0], []byte(before), missing)
	return string(u.Text), fmt.Sprintf("added %d, stale %d, skipped %v", u.Added, u.Stale, u.Skipped)
}

// TestChangedSourcesAreRestated checks how an update changes entries whose source
// has changed: the old source stays beside the translation, and comments and
// layout stay.
func TestChangedSourcesAreRestated(t *testing.T) {
	const head = "# a comment\nkind: locale\nid: fr\n"
	for _, x := range []struct{ name, before, after, report string }{
		{"on lines of their own", `texts:
  relic/coin:
    # the name
    name:
      from: Cent   # old
      to: Sou # fine
    text:
        to: "Vaut {gold} or."
        from: 'Has {gold} gold.'
  relic/rat: {name: {from: Rat, to: Rat}} # stays
`, `texts:
  relic/coin:
    # the name
    name:
      from: Coin
      was: Cent   # old
      to: Sou # fine
    text:
        to: "Vaut {gold} or."
        from: Worth {gold} gold.
        was: 'Has {gold} gold.'
  relic/rat: {name: {from: Rat, to: Rat}} # stays
`, "added 0, stale 2, skipped []"},
		{"without a translation", `texts:
  relic/coin:
    name:
      from: Cent
      to:
    text: {from: "Has {gold} gold.", to: }
`, `texts:
  relic/coin:
    name:
      from: Coin
      to:
    text: {from: "Worth {gold} gold.", to: }
`, "added 0, stale 2, skipped []"},
		{"changed again before the review", `texts:
  relic/coin:
    name:
      from: Cent
      was: Penny
      to: Sou
`, `texts:
  relic/coin:
    name:
      from: Coin
      was: Penny
      to: Sou
`, "added 0, stale 1, skipped []"},
		{"on one line", `texts:
  relic/coin:
    name: {from: Cent, to: Sou}
    text: {from: "{gold}, in gold", to: "{gold}, en or"}
  relic/rat:
    name: {from: Mouse, to: "Souris, Rat"}
`, `texts:
  relic/coin:
    name: {from: Coin, to: Sou, was: Cent}
    text: {from: "Worth {gold} gold.", to: "{gold}, en or", was: "{gold}, in gold"}
  relic/rat:
    name: {from: Rat, to: "Souris, Rat", was: Mouse}
`, "added 0, stale 3, skipped []"},
		{"in another order", `texts:
  relic/coin:
    name: {to: Sou, from: Cent}
    text: {from: Worth., to: Or., was: Gold.}
  relic/rat: {name: {from: Mouse, to: Souris}}
  game/tale:
    name: {from: Tale, to: Conte}
says:
  - {from: You wait, to: }
  - {from: "You go {way}.", to: }
`, `texts:
  relic/coin:
    name: {to: Sou, from: Cent}
    text: {from: Worth., to: Or., was: Gold.}
  relic/rat: {name: {from: Mouse, to: Souris}}
  game/tale:
    name: {from: Tale, to: Conte}
says:
  - {from: You wait, to: }
  - {from: "You go {way}.", to: }
`, "added 0, stale 0, skipped []"},
	} {
		after, report := updated(t, head+x.before, "You wait", "You go {way}.")
		same(t, x.name, after+report, head+x.after+x.report)
		dos := strings.ReplaceAll(head+x.before, "\n", "\r\n")
		if again, _ := updated(t, dos, "You wait", "You go {way}."); again != strings.ReplaceAll(after, "\n", "\r\n") {
			t.Errorf("%s: with Windows line endings it is\n%q", x.name, again)
		}
	}
}

// TestNewTextsAreAdded checks where an update writes new texts, with the indent of the
// entries that are there; and which texts it cannot add.
func TestNewTextsAreAdded(t *testing.T) {
	const head = "kind: locale\nid: fr\n"
	for _, x := range []struct{ name, before, after, report string }{
		{"an empty locale", "", `texts:
  game/tale:
    name: {from: Tale, to: }
  relic/coin:
    name: {from: Coin, to: }
    text:
      from: Worth {gold} gold.
      to:
  relic/rat:
    name: {from: Rat, to: }
says:
  - {from: You wait, to: }
  - from: You go {way}.
    to:
`, "added 6, stale 0, skipped []"},
		{"below what is there", `says:
- from: You wait
  to: Tu attends

# the texts
texts:
    "relic/coin":
       # the coin
       name: {from: Coin, to: Pièce}
       # to be continued

    tale:relic/rat:
      name:
        from: Rat
        to:
          one: Rat
          other: Rats
`, `says:
- from: You wait
  to: Tu attends
- from: You go {way}.
  to:

# the texts
texts:
    "relic/coin":
       # the coin
       name: {from: Coin, to: Pièce}
       # to be continued
       text:
         from: Worth {gold} gold.
         to:

    tale:relic/rat:
      name:
        from: Rat
        to:
          one: Rat
          other: Rats
    game/tale:
      name: {from: Tale, to: }
`, "added 3, stale 0, skipped []"},
		{"in brackets", `texts:
  relic/coin: {name: {from: Coin, to: Pièce}}
  "relic/rat": {}
says: [{from: You wait, to: Tu attends}]
`, `texts:
  relic/coin: {name: {from: Coin, to: Pièce}}
  "relic/rat": {}
  game/tale:
    name: {from: Tale, to: }
says: [{from: You wait, to: Tu attends}]
`, "added 1, stale 0, skipped [relic/coin relic/rat says]"},
		{
			"all in brackets", "texts: { relic/rat: {name: {from: Rat, to: Rat}} }\nsays:    []\n", "texts: { relic/rat: {name: {from: Rat, to: Rat}} }\nsays:    []\n",
			"added 0, stale 0, skipped [texts says]",
		},
		{"nothing is new", `texts:
  relic/coin: {name: {from: Coin, to: }, text: {from: "Worth {gold} gold.", to: }}
  relic/rat: {name: {from: Rat, to: }}
  game/tale: {name: {from: Tale, to: }}
says: [{from: You wait, to: }, {from: "You go {there}.", to: }]
`, `texts:
  relic/coin: {name: {from: Coin, to: }, text: {from: "Worth {gold} gold.", to: }}
  relic/rat: {name: {from: Rat, to: }}
  game/tale: {name: {from: Tale, to: }}
says: [{from: You wait, to: }, {from: "You go {there}.", to: }]
`, "added 0, stale 0, skipped []"},
	} {
		after, report := updated(t, head+x.before, "You wait", "You go {way}.")
		same(t, x.name, after+report, head+x.after+x.report)
		dos := strings.ReplaceAll(head+x.before, "\n", "\r\n")
		if again, _ := updated(t, dos, "You wait", "You go {way}."); again != strings.ReplaceAll(after, "\n", "\r\n") {
			t.Errorf("%s: with Windows line endings it is\n%q", x.name, again)
		}
		if again, _ := updated(t, strings.TrimSuffix(head+x.before, "\n"), "You wait", "You go {way}."); again != after {
			t.Errorf("%s: without a line end it is\n%q", x.name, again)
		}
	}
}

// TestSectionForOneLine checks that a new section may have a single line.
func TestSectionForOneLine(t *testing.T) {
	const before = `kind: locale
id: fr
texts:
  relic/coin: {name: {from: Coin, to: }, text: {from: "Worth {gold} gold.", to: }}
  relic/rat: {name: {from: Rat, to: }}
  game/tale: {name: {from: Tale, to: }}
`
	after, report := updated(t, before, "You wait")
	same(t, "the file", after+report, before+"says:\n  - {from: You wait, to: }\nadded 1, stale 0, skipped []")
}

// TestUnreadableLocalesStay checks that an update leaves a file with errors alone.
func TestUnreadableLocalesStay(t *testing.T) {
	for _, before := range []string{"kind: locale\nid: fr\ntexts: [", "kind: locale\nid: fr\nwords: {}\n", "kind: locale\nid: de\n", "kind: locale\nid: fr\ntexts:\nsays:\n"} {
		if after, report := updated(t, before); after != before || report != "added 0, stale 0, skipped []" {
			t.Errorf("%q becomes %q: %s", before, after, report)
		}
	}
}

// TestNewFilesHoldEveryText checks the file of a new locale: entries that fit in a line are
// written on one line, and definitions of other packs are named with their pack.
func TestNewFilesHoldEveryText(t *testing.T) {
	c := loaded(t, map[string]string{
		"lib/pack.yaml": manifest("lib"), "lib/gem.yaml": "{kind: relic, id: gem, name: Gem}",
		"tale/pack.yaml": manifest("tale", "lib"),
		"tale/game.yaml": tale + "---\n{kind: relic, id: x, name: Thirty-six letters make up this name, text: Thirty-seven letters make up this one}\n" +
			"---\n{kind: relic, id: y, name: '[a]', text: \"Two\\nlines: one\"}\n",
	})
	scriptTexts := said("Forty-two letters make up these few words.", "Forty-three letters make up the other words")
	units := append(locale.Units(c, "tale", scriptTexts), locale.Units(c, "lib", nil)...)
	same(t, "the new file", string(locale.New("fr", "tale", units)), `# yaml-language-server: $schema=../../../schemas/locale.schema.json
#
# Every text that players read, with its translation.
# sleight locale update fr --pack tale adds new texts, and marks changed ones.
kind: locale
id: fr
texts:
  game/tale:
    name: {from: Tale, to: }
  relic/x:
    name: {from: Thirty-six letters make up this name, to: }
    text:
      from: Thirty-seven letters make up this one
      to:
  relic/y:
    name: {from: "[a]", to: }
    text: {from: "Two\nlines: one", to: }
  lib:relic/gem:
    name: {from: Gem, to: }
says:
  - {from: Forty-two letters make up these few words., to: }
  - from: Forty-three letters make up the other words
    to:
`)
}
