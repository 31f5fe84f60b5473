package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
)

// TestStartValuesReadTheSameFields compares start values for which only the fields that
// they read are converted with those of expressions that pass self on, for which the
// whole definition is.
func TestStartValuesReadTheSameFields(t *testing.T) {
	reads := []string{"name", "key", "id", "power", "rarity", "data.list[2]", "data.deep.word", "data.absent or 7", "power + #self.tags"}
	var properties strings.Builder
	for i, read := range reads {
		fmt.Fprintf(&properties, "    part%d: {start: \"=tostring(self.%s)\", type: string}\n", i, read)
		fmt.Fprintf(&properties, "    whole%d: {start: \"=(function(all) return tostring(all.%s) end)(self)\", type: string}\n", i, strings.ReplaceAll(read, "self", "all"))
	}
	content, problems := rebuilt(load.NewLoader(load.Root{FS: fstest.MapFS{
		"content/one/game.yaml": {Data: []byte("kind: game\nid: one\nname: One\nzones: {hand: {of: card, label: c, start: [ace, plain]}}\nphases: {play: {name: Play}}\nproperties:\n  card:\n" + properties.String())},
		"content/one/ace.yaml": {Data: []byte("kind: card\nid: ace\nname: Ace\nrarity: rare\ntags: [a, b]\ndata: {list: [x, y], deep: {word: sun}}\n" +
			"params: {key: {default: 3, text: Not its key.}, power: {default: 5, text: Its power.}}\n")},
		"content/one/plain.yaml": {Data: []byte("kind: card\nid: plain\nrarity: common\ntags: [a]\ndata: {list: [x, z], deep: {word: moon}}\nparams: {power: {default: 2, text: Its power.}}\n")},
	}}), nil)
	if content == nil {
		t.Fatal(problems)
	}
	for _, key := range []string{"card/ace", "card/plain"} {
		prototype := first(content.Game("one")).Table(1).Prototypes[key]
		start := map[string]string{}
		for i, property := range prototype.Kind.Props {
			start[property.Name] = prototype.Start[i].String()
		}
		for i, read := range reads {
			part, whole := start[fmt.Sprintf("part%d", i)], start[fmt.Sprintf("whole%d", i)]
			if part != whole || part == "" {
				t.Errorf("%s: self.%s is %q for a start value that reads it alone, otherwise %q", key, read, part, whole)
			}
		}
	}
}
