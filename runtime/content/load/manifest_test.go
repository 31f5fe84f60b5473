package load

import (
	"strings"
	"testing"
)

const good = "kind: pack\nformat: 1\nid: charms\nversion: 1.2.0\ntitle: Charms\n"

func TestReadManifest(t *testing.T) {
	m, problems := ReadManifest("pack.yaml", []byte(good+`text: Two charms.
authors: [Ada, Bob]
licence: MIT
engine: ^1.0
games: [coins]
requires: {coins: ^1.0, base: ~2.1}
optional: {more: "*"}
conflicts: {less: <2}
after: [hard]
capabilities: [hooks]
locales: [de, pt-BR]
`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if m.ID != "charms" || m.VersionText() != "1.2.0" || m.Title != "Charms" || m.Text != "Two charms." || len(m.Authors) != 2 ||
		m.Licence != "MIT" || m.Engine.String() != "^1.0" || m.Games[0].Name != "coins" || m.Optional[0].Pack != "more" ||
		m.Conflicts[0].Range.String() != "<2" || m.After[0].Name != "hard" || !m.Requests("hooks") || m.Requests("network") || m.Locales[1].Name != "pt-BR" {
		t.Errorf("%+v", m)
	}
	if n := m.Requires[0]; n.Pack != "base" || n.Range.String() != "~2.1" || n.Place.Line != 11 || n.Place.Column != 25 {
		t.Errorf("%+v", n)
	}
	if !m.ComesAfter("coins") || !m.ComesAfter("more") || !m.ComesAfter("hard") || m.ComesAfter("less") {
		t.Error("it knows what it requires, may use and comes after")
	}
}

func TestBadManifests(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "x:1:1: error: a manifest must be a single mapping that starts with kind: pack [pack/manifest]",
		"- a":                                  "x:1:1: error: a manifest must be a single mapping that starts with kind: pack [pack/manifest]",
		"kind: die\nid: d6":                    "x:1:7: error: a manifest starts with kind: pack [pack/manifest]",
		"kind: pack\nid: \xff":                 "[file/encoding]",
		"kind: pack\nid: [":                    "[content/yaml]",
		good + "version: 2.0.0":                "[content/duplicate-key]",
		good + "format: 2":                     "[content/duplicate-key]",
		"kind: pack\nformat: 1\nid: a":         `[content/missing-key]`,
		"kind: pack\nformat: 2\n" + good[21:]:  "[content/",
		strings.Replace(good, "1.2.0", "1", 1): "[content/type]",
		strings.Replace(good, "1.2.0", "1.02.0", 1):      "[content/pattern]",
		strings.Replace(good, "1.2.0", "v1.2.0", 1):      "[content/pattern]",
		strings.Replace(good, "charms", "9", 1):          "[content/type]",
		strings.Replace(good, "charms", "A b", 1):        "[content/pattern]",
		good + "require: {a: 1}":                         `did you mean "requires"?`,
		good + "requires: [a]":                           "[content/type]",
		good + "requires: {a: 1}":                        "[content/type]",
		good + "requires: {a: one}":                      `x:6:15: error: "one" is not a version range [pack/version]; write a range such as ^1.2`,
		good + "requires: {a: '>'}":                      "[pack/version]",
		good + "engine: about 1":                         "x:6:9: error: \"about 1\" is not a version range [pack/version]",
		good + "requires: {charms: '*'}":                 "x:6:12: error: the pack charms refers to itself [pack/manifest]",
		good + "after: [charms]":                         "[pack/manifest]",
		good + "after: [a, a]":                           `x:6:12: error: after names "a" twice [pack/manifest]`,
		good + "capabilities: [root]":                    "[content/enum]",
		good + "locales: [german]":                       "[content/pattern]",
		good + "requires: {a: '1'}\noptional: {a: '1'}":  "x:7:12: error: a is required, and optional as well [pack/manifest]",
		good + "requires: {a: '1'}\nconflicts: {a: '1'}": "x:7:13: error: a is required, and a conflict as well [pack/manifest]",
		good + "---\n" + good:                            "[pack/manifest]",
	} {
		_, problems := ReadManifest("x", []byte(text))
		if !problems.Failed() || !strings.Contains(problems.Error(), want) {
			t.Errorf("%q: got %s\nwant %s", text, problems.Error(), want)
		}
	}
}

func TestPacksComeInOrder(t *testing.T) {
	manifest := func(id, more string) string {
		return strings.ReplaceAll(good, "charms", id) + more
	}
	die := "kind: die\nid: d6\nsides: 6\n"
	l := NewLoader(Root{FS: newWorkspace(map[string]string{
		"content/a/pack.yaml": manifest("a", "games: [coins]\nrequires: {c: ^1.0}\n"), "content/a/d.yaml": die + "---\nkind: game\nid: coins\nphases: {p: {}}\n",
		"content/b/d.yaml":    die, // without a manifest
		"content/c/pack.yaml": manifest("c", "optional: {d: ^1.2, gone: ^1.0}\n"), "content/c/d.yaml": die,
		"content/d/pack.yaml": manifest("d", ""), "content/d/d.yaml": die,
	})})
	c := mustLoad(t, l)
	var order []string
	for _, m := range l.Manifests() {
		order = append(order, m.ID+" "+m.VersionText())
	}
	if got := strings.Join(order, ", "); got != "b no version, d 1.2.0, c 1.2.0, a 1.2.0" {
		t.Error(got)
	}
	a, _ := c.Pack("a")
	if strings.Join(a.Uses, " ") != "d c" || a.Rank != 3 || a.Version != "1.2.0" || a.Games[0] != "coins" {
		t.Errorf("%+v", a)
	}
	if _, ok := c.Get("pack/a"); ok {
		t.Error("a manifest is not a definition")
	}
}

func TestManifestsAreCheckedWithTheirPacks(t *testing.T) {
	die := "kind: die\nid: d6\nsides: 6\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"another folder": {map[string]string{"content/luck/pack.yaml": good, "content/luck/d.yaml": die}, "content/luck/pack.yaml:3:5: error: the manifest says charms, but the folder is called luck [pack/manifest]"},
		"another file":   {map[string]string{"content/charms/me.yaml": good, "content/charms/d.yaml": die}, "content/charms/me.yaml:1:7: error: a manifest belongs in content/PACK/pack.yaml, not here [pack/manifest]"},
		"twice":          {map[string]string{"content/charms/pack.yaml": good + "---\n" + good, "content/charms/d.yaml": die}, "content/charms/pack.yaml:7:7: error: the pack has two manifests [pack/manifest]"},
		"schema":         {map[string]string{"content/charms/pack.yaml": good + "licence: [MIT]\n", "content/charms/d.yaml": die}, "content/charms/pack.yaml:6:10: error: licence must be a text, not a list [content/type]"},
		"missing":        {map[string]string{"content/charms/pack.yaml": good + "requires: {gone: ^1.0}\n", "content/charms/d.yaml": die}, "content/charms/pack.yaml:6:12: error: charms requires the pack gone, which is not available [pack/missing]"},
	} {
		_, problems := loadMap(c.files)
		if len(problems) != 1 || !strings.HasPrefix(problems.Error(), c.want) {
			t.Errorf("%s: got %s\nwant %s", name, problems.Error(), c.want)
		}
	}
}
