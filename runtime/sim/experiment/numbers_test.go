package experiment

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

const fights = `
kind: game
id: arena
data: {fights: [{ogre: 1, gold: 5}, {ogre: 2, gold: 9}], name: x}
params: {rage: 2}
zones: {foes: {of: enemy, label: e, start: [ogre], limit: 4}}
phases: {play: {}}
---
{kind: enemy, id: ogre, hp: 7, params: {rage: 3}, data: {hits: [1, 2, 3]}, tests: [{name: t, given: {foes: 3}}]}
`

// TestAnyNumberCanBeSwept checks that any number in content can be swept, by
// its path.
func TestAnyNumberCanBeSwept(t *testing.T) {
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/arena/game.yaml": {Data: []byte(fights)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	for name, want := range map[string]struct {
		full string
		now  float64
	}{
		"ogre.hp": {"enemy/ogre.hp", 7}, "enemy/ogre.data.hits[1]": {"enemy/ogre.data.hits[1]", 2},
		"data.fights[1].gold": {"game/arena.data.fights[1].gold", 9}, "arena.zones.foes.limit": {"game/arena.zones.foes.limit", 4},
		"ogre.rage": {"enemy/ogre.rage", 3}, "rage": {"game/arena.rage", 2},
	} {
		p, full, err := Param(c, "arena", name)
		if err != nil || full != want.full || p.Default != want.now {
			t.Errorf("%s is %s = %v (%v), want %v", name, full, p.Default, err, want)
			continue
		}
		with, problems := c.With(map[string]float64{full: want.now + 1})
		if with == nil {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		if now, _, err := Param(with, "arena", name); err != nil || now.Default != want.now+1 || with.Catalog.Digest == c.Catalog.Digest {
			t.Errorf("%s is %v after the change (%v)", name, now.Default, err)
		}
	}
	for name, want := range map[string]string{"ogre.hp": "content/arena/game.yaml:9:29", "data.fights[1].gold": "content/arena/game.yaml:4:53", "rage": "content/arena/game.yaml:5:16"} {
		if p, _, _ := Param(c, "arena", name); p.Place().String() != want {
			t.Errorf("%s is at %s, want %s", name, p.Place(), want)
		}
	}
	if p, _, _ := Param(c, "arena", "ogre.hp"); p.Default != 7 {
		t.Errorf("the content itself has changed: %v", p.Default)
	}
	g, _ := c.Game("arena")
	with, _ := c.With(map[string]float64{"enemy/ogre.hp": 12})
	other, _ := with.Game("arena")
	if a, b := g.Digest(), other.Digest(); a == b {
		t.Error("the game is the same with another number")
	}
	for name, want := range map[string]string{
		"ogre.pp": "did you mean ogre.hp?", "data.fights[1].gild": "did you mean data.fights[1].gold?",
		"ogre.tests[0].given.foes": "has no parameter", "data.name": "has no parameter", "data.fights": "has no parameter", "ogre..hp": "has no parameter",
	} {
		if _, _, err := Param(c, "arena", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
