package games_test

import (
	"strings"
	"testing"
)

// TestSpringTideUsesEveryFeatureItLists checks that the sixth game has each feature that
// it is there to demonstrate, in its content or its scripts.
func TestSpringTideUsesEveryFeatureItLists(t *testing.T) {
	var yaml, lua strings.Builder
	for name, f := range filesOf(t, "spring_tide") {
		switch {
		case strings.HasSuffix(name, ".lua"):
			lua.Write(f.Data)
		case !strings.Contains(name, "/locales/"):
			yaml.Write(f.Data)
		}
	}
	for what, in := range map[string]struct{ text, has string }{
		"a question":                     {lua.String() + yaml.String(), "ask("},
		"a question that may be skipped": {lua.String() + yaml.String(), "skip = true"},
		"playing a card for free":        {lua.String() + yaml.String(), "play_free("},
		"playing a card for its costs":   {lua.String() + yaml.String(), "play(card"},
		"a sample of several":            {lua.String() + yaml.String(), "sample("},
		"distributing among targets":     {lua.String() + yaml.String(), "repeats = true"},
		"a weighted list":                {lua.String(), "weighted(\"finds\", entries, held)"},
		"hooks made by a function":       {yaml.String(), "return require("},
		"a preset of targets":            {yaml.String(), "targets: an_enemy"},
		"moves in a sequence":            {yaml.String(), "then: surge"},
		"moves under a condition":        {yaml.String(), "when: vars.tide"},
		"a shuffle that is rigged":       {yaml.String(), "shuffle: ["},
		"figures of games won":           {yaml.String(), "of: won"},
		"transforming":                   {lua.String() + yaml.String(), "transform("},
		"copying":                        {lua.String() + yaml.String(), "copy("},
		"asking what is in play":         {lua.String() + yaml.String(), "in_play("},
		"a weighted choice":              {lua.String(), "weighted("},
		"moves of enemies":               {yaml.String(), "moves:"},
		"opening moves":                  {yaml.String(), "opening:"},
		"moves in a cycle":               {yaml.String(), "cycle:"},
		"a bound on moves in a row":      {yaml.String(), "in_row:"},
		"texts that live":                {yaml.String(), "{="},
		"keywords":                       {yaml.String(), "kind: keyword"},
		"templates":                      {yaml.String(), "abstract: true"},
		"upgrades":                       {yaml.String(), "upgrade:"},
		"presets":                        {yaml.String(), "kind: preset"},
		"a cost of X":                    {yaml.String(), ": x}"},
		"what is not shown":              {yaml.String(), "show: false"},
		"a pile without an order":        {yaml.String(), "unordered: true"},
		"a profile":                      {yaml.String(), "profile:"},
		"a start that is computed":       {yaml.String(), `start: "=game.data.kit"`},
		"several of one in a test":       {yaml.String(), "given:"},
		"rigged results":                 {yaml.String(), "rig:"},
		"something for a while":          {lua.String() + yaml.String(), "until"},
		"plural forms":                   {yaml.String(), "|"},
	} {
		if !strings.Contains(in.text, in.has) {
			t.Errorf("Spring Tide never shows %s (%s)", what, in.has)
		}
	}
}
