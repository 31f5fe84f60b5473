package save_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
)

// TestDifferencesInWords states all differences between the packs and definitions
// of a save and those of a game.
func TestDifferencesInWords(t *testing.T) {
	g := bazaar.Build(t, fstest.MapFS{
		"content/luck/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: luck, title: Luck, version: 1.2.0}\n")},
		"content/luck/game.yaml": {Data: []byte("{kind: game, id: luck, zones: {hand: {of: card, label: h}}, phases: {day: {}}, lua: 'return { start = function() end }'}\n---\n{kind: card, id: ace, name: Ace}\n---\n{kind: card, id: king, name: King}\n")},
		"content/odds/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: odds, title: Odds, version: 2.0.0, games: [luck], requires: {luck: ^1.0}}\n")},
		"content/odds/more.yaml": {Data: []byte("{kind: patch, of: card/king, set: {name: Queen}}\n")},
	}).Games()[0]
	packs := save.Packs(g)
	if len(packs) != 2 || packs[0].ID != "luck" || packs[1].ID != "odds" {
		t.Fatalf("the game sees %v", packs)
	}
	digests := map[string]string{}
	for _, d := range g.Catalog().All() {
		digests[d.Key()] = d.Digest[:16]
	}
	edited, older := packs[0], packs[1]
	edited.Digest, older.Version = "0", ""
	for name, c := range map[string]struct {
		packs       []save.Pack
		definitions map[string]string
		want        []string
	}{
		"the same":        {packs, digests, nil},
		"nothing known":   {nil, nil, nil},
		"edited packs":    {[]save.Pack{edited, older}, nil, []string{"the pack luck 1.2.0 has been edited", "the pack odds is odds 2.0.0 now"}},
		"a lost pack":     {append(slices.Clone(packs), save.Pack{ID: "gone", Version: "3.0.0"}), nil, []string{"the pack gone 3.0.0 is not here"}},
		"a new pack":      {packs[:1], nil, []string{"the pack odds 2.0.0 is new"}},
		"one definition":  {nil, map[string]string{"card/ace": digests["card/ace"], "card/lost": "1"}, []string{"card/lost is gone"}},
		"two that differ": {nil, map[string]string{"card/king": "1", "card/ace": digests["card/ace"][:15]}, []string{"card/ace differs", "card/king differs, changed by odds"}},
	} {
		f := &save.File{Packs: c.packs, Definitions: c.definitions}
		if got := f.Differences(g); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	f := &save.File{Definitions: digests}
	for _, key := range []string{"card/ace", "card/unmentioned"} {
		if !f.Same(g.Catalog(), key) {
			t.Errorf("%s is not the same", key)
		}
	}
	if f.Definitions["card/lost"] = "1"; f.Same(g.Catalog(), "card/lost") {
		t.Error("what is gone is the same")
	}
}

// TestProfilesAreWritten states the bytes of a profile, and that it is written once
// for each change.
func TestProfilesAreWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "profile.json")
	k, problem := save.OpenProfile(name)
	if problem != nil {
		t.Fatal(problem)
	}
	k.Begin(rules.Profile{"games": state.Num(0)})
	now := rules.Profile{"games": state.Num(1), "title": state.Str("Squire")}
	if err := k.Save(now); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n \"sleight_profile\": 1,\n \"values\": {\n  \"games\": 1,\n  \"title\": \"Squire\"\n }\n}\n"
	if string(text) != want {
		t.Errorf("the profile is\n%s\nwant\n%s", text, want)
	}
	if got := k.Values(); len(got) != 2 || got["games"] != state.Num(1) {
		t.Errorf("the next game begins with %v", got)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	for _, same := range []rules.Profile{now, nil} {
		if err := k.Save(same); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name); err == nil {
			t.Error("what has not changed was written again")
		}
	}
	if now["games"] = state.Num(0); k.Save(now) != nil { // as it was when the game began
		t.Error("the profile cannot be written")
	}
	if text, err := os.ReadFile(name); err != nil || strings.Contains(string(text), "games") {
		t.Errorf("what a game took back is still kept: %s %v", text, err)
	}
}
