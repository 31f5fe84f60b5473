package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

// TestWordsOfOtherDefinitionsAreKnown checks that a word in data is known if another
// definition has it as a value of its own, also in content with several games; and that a
// misspelling is found by the words that others have under the same key, although it is a
// word elsewhere.
func TestWordsOfOtherDefinitionsAreKnown(t *testing.T) {
	var cards strings.Builder
	for _, suit := range []string{"sloops", "hearts", "spades"} {
		for n := range 3 {
			fmt.Fprintf(&cards, "---\n{kind: card, id: %s_%d, name: Card, suit: %s, icon: heart, data: {of: [%s]}}\n", suit, n, suit, suit)
		}
	}
	for word, want := range map[string]string{
		"suit: sloops":          "",
		"suit: hearts":          "",
		"suit: heart":           "no other value of suit is \"heart\"\n  hint: did you mean \"hearts\"?",
		"suit: spads":           "nothing else is called \"spads\"\n  hint: did you mean \"spades\"?",
		"suit: slooops":         "nothing else is called \"slooops\"\n  hint: did you mean \"sloops\"?",
		"of: [hearts, spade]":   "nothing else is called \"spade\"\n  hint: did you mean \"spades\"?",
		"of: [hearts, heart]":   "no other value of of is \"heart\"\n  hint: did you mean \"hearts\"?",
		"suit: none":            "",
		"other: heart":          "",
		"icon: hearts":          "no other value of icon is \"hearts\"\n  hint: did you mean \"heart\"?",
		"suit: {heart: hearts}": "",
	} {
		tree := fstest.MapFS{
			"content/abc/game.yaml": {Data: []byte("{kind: game, id: abc, name: Abc, text: Go., phases: {play: {actions: [go]}}, actions: {go: {name: Go}}, data: {x: sloops}, lua: \"return {do_go = function() say(game.data.x) win() end}\"}")},
		}
		for name, text := range harbour {
			text = strings.NewReplacer("LUA", "", ", DATA", "", "zones: {", "zones: {deck: {of: card, label: c, start: \"=definitions('card')\"}, ",
				"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, data: {"+word+"}}\n"+cards.String()).Replace(text)
			tree[name] = &fstest.MapFile{Data: []byte(text)}
		}
		got := golden.Report(lint.Run(content(t, load.NewLoader(load.Root{FS: tree}), nil), sources(tree)))
		if want == "" && got != "" || !strings.Contains(got, want) || strings.Count(got, "[content/doubt]") > 1 {
			t.Errorf("%s: got\n%s\nwant %s", word, got, want)
		}
	}
}
