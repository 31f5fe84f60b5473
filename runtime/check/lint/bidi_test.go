package lint_test

import (
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

// TestReorderingCharactersAreFoundEverywhere checks that the characters that make
// one text look like another are found in the title of a pack, in translations,
// in comments and texts of scripts, and in keys, and that the marks that
// right-to-left languages need are not reported.
func TestReorderingCharactersAreFoundEverywhere(t *testing.T) {
	tree := fstest.MapFS{
		"content/inn/pack.yaml":       {Data: []byte("kind: pack\nformat: 1\nid: inn\nversion: 1.0.0\ntitle: \"In\\u202en\"\n")},
		"content/inn/game.yaml":       {Data: []byte("{kind: game, id: inn, name: \"In\u200fn\", text: Rest., zones: {beds: {of: card, start: [cot]}}, actions: {rest: {}}, phases: {night: {actions: [rest]}}, script: inn.lua}\n---\n{kind: card, id: cot, name: Cot, data: {\"so\u2067ft\": 1}}\n")},
		"content/inn/locales/de.yaml": {Data: []byte("kind: locale\nid: de\ntexts:\n  card/cot:\n    name: {from: Cot, to: Be\u2066tt}\n")},
		"scripts/inn/inn.lua":         {Data: []byte("-- Wakes\u202d everyone.\nreturn {\n  do_rest = function()\n    say(\"d\u00f6n\u202ae\") -- \u2069\n    win()\n  end,\n}\n")},
	}
	c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
	golden.Check(t, "testdata/bidi.golden", golden.Report(lint.Run(c, sources(tree))))
}
