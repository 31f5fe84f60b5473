package load

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// saying returns a pack's manifest with version 1.0.0.
func saying(id, more string) string {
	return fmt.Sprintf("kind: pack\nformat: 1\nid: %s\nversion: 1.0.0\ntitle: %s\n%s", id, id, more)
}

// base is a pack that others change.
var base = map[string]string{
	"content/base/pack.yaml": saying("base", ""),
	"content/base/all.yaml": `kind: relic
id: coin
name: Coin
text: Gives {gold}.
tags: [old, shiny]
params: {gold: 2, luck: {default: 0.5, safe: [0, 1]}}
price: 4
data: {a: {b: 1, c: 2}}
---
kind: relic
id: big_coin
extends: coin
name: Big Coin
---
kind: table
id: loot
entries: [{id: coin, weight: 1}, {id: gold, weight: 3}]
`,
}

// with is base with more files.
func with(files ...string) map[string]string {
	out := maps.Clone(base)
	for i := 0; i < len(files); i += 2 {
		out[files[i]] = files[i+1]
	}
	return out
}

const mod = "content/mod/pack.yaml"

func TestPatchesChangeNamedFields(t *testing.T) {
	l := NewLoader(Root{FS: newWorkspace(with(
		mod, saying("mod", "requires: {base: ^1.0}\n"),
		"content/mod/patch.yaml", `kind: patch
of: relic/coin
text: Coins were dull.
set: {params.gold: 3, params.luck: 0.75, data: {a: {c: 5}, d: [1]}, rarity: rare}
replace: {name: Gold Coin}
add: {tags: [new], price: 2}
remove: ["tags[old]", data.a.b]
scale: {params.gold: 2, price: {by: 1.1, round: up}}
---
kind: patch
of: base:table/loot
add: {entries: [{id: big_coin, weight: 2}]}
set: {"entries[gold].weight": 5}
`))})
	c := mustLoad(t, l)
	coin := get(t, c, "relic/coin")
	if coin.Pack != "base" || coin.Name != "Gold Coin" || strings.Join(coin.Tags, " ") != "shiny new" || coin.Fill(coin.Text) != "Gives 6." {
		t.Errorf("%s %s %v %s", coin.Pack, coin.Name, coin.Tags, coin.Fill(coin.Text))
	}
	if p, _ := coin.Param("luck"); p.Default != 0.75 || p.High != 1 || p.File() != "content/mod/patch.yaml" || p.Line != 4 {
		t.Errorf("%+v", p)
	}
	if n := coin.Data.Get("price"); n.Number() != 7 || n.Place().Line != 8 {
		t.Errorf("(4 + 2) × 1.1, rounded up, is %v at %s", n.Number(), n.Place())
	}
	if a := coin.Data.Get("data").Get("a"); a.Get("b") != nil || a.Get("c").Number() != 5 || coin.Data.Get("data").Get("d") == nil {
		t.Error("data")
	}
	if big := get(t, c, "relic/big_coin"); big.Name != "Big Coin" || big.Fill(big.Text) != "Gives 6." {
		t.Errorf("what extends a changed definition inherits the change: %s", big.Fill(big.Text))
	}
	loot := get(t, c, "table/loot").Data.Get("entries")
	if len(loot.Items()) != 3 || loot.Items()[1].NumberOr("weight", 0) != 5 || loot.Items()[2].TextOr("id", "") != "big_coin" {
		t.Errorf("%d entries", len(loot.Items()))
	}
	var history []string
	for _, ch := range coin.Changes {
		history = append(history, fmt.Sprintf("%s %s %s:%d", ch.Op, ch.Path, ch.Pack, ch.Place.Line))
	}
	want := "set params.gold mod:4, set params.luck mod:4, set data.a.c mod:4, set data.d mod:4, set rarity mod:4, replace name mod:5, add tags mod:6, " +
		"add price mod:6, remove tags[old] mod:7, remove data.a.b mod:7, scale params.gold mod:8, scale price mod:8"
	if got := strings.Join(history, ", "); got != want || coin.Changes[0].Text != "Coins were dull." {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPatternsChangeManyFields checks that a star matches existing values,
// including those that earlier packs added.
func TestPatternsChangeManyFields(t *testing.T) {
	c, problems := NewLoader(Root{FS: newWorkspace(with(
		mod, saying("mod", "requires: {base: ^1.0}\n"),
		"content/mod/p.yaml", "kind: patch\nof: relic/coin\nadd: {params: {gold_more: 5}}\n---\nkind: patch\nof: table/loot\nadd: {entries: [{id: big_coin, weight: 2}]}\n",
		"content/next/pack.yaml", saying("next", "requires: {mod: ^1.0, base: ^1.0}\n"),
		"content/next/p.yaml", "kind: patch\nof: relic/coin\nscale: {params.gold*: 10}\n---\nkind: patch\nof: table/loot\nset: {'entries[*].weight': 7}\nremove: ['entries[g*]']\n",
	))}).Load()
	if c == nil {
		t.Fatal(problems)
	}
	coin := get(t, c, "relic/coin")
	gold, _ := coin.Param("gold")
	more, _ := coin.Param("gold_more")
	luck, _ := coin.Param("luck")
	if gold.Default != 20 || more.Default != 50 || luck.Default >= 1 {
		t.Errorf("gold %v, gold_more %v, luck %v", gold.Default, more.Default, luck.Default)
	}
	var left []string
	for _, e := range get(t, c, "table/loot").Data.Get("entries").Items() {
		left = append(left, e.Show())
	}
	if got := strings.Join(left, " "); strings.Contains(got, "gold") || !strings.Contains(got, "id: big_coin, weight: 7") {
		t.Errorf("the table holds %s", got)
	}
}

func TestPatchesApplyOnlyWithTheirPack(t *testing.T) {
	w := newWorkspace(with(mod, saying("mod", "requires: {base: ^1.0}\n"), "content/mod/p.yaml", "kind: patch\nof: relic/coin\nset: {price: 9}\n"))
	l := NewLoader(Root{FS: w})
	if n := get(t, mustLoad(t, l), "relic/coin").Data.NumberOr("price", 0); n != 9 {
		t.Errorf("price %v", n)
	}
	w.write("content/mod/p.yaml", "kind: patch\nof: relic/coin\nset: {price: 8}\n")
	if n := get(t, mustLoad(t, l), "relic/coin").Data.NumberOr("price", 0); n != 8 {
		t.Errorf("an edited patch: price %v", n)
	}
	l.Only("base")
	c := mustLoad(t, l)
	if n := get(t, c, "relic/coin"); n.Data.NumberOr("price", 0) != 4 || len(n.Changes) > 0 {
		t.Errorf("a pack that is not enabled changes nothing: price %v", n.Data.NumberOr("price", 0))
	}
	alone := mustLoad(t, NewLoader(Root{FS: newWorkspace(base)}))
	if c.Digest != alone.Digest {
		t.Error("disabling a pack is as if it had never been there")
	}
	l.Only("mod")
	if n := get(t, mustLoad(t, l), "relic/coin").Data.NumberOr("price", 0); n != 8 {
		t.Errorf("what a pack requires is enabled with it: price %v", n)
	}
}

func TestBadPatches(t *testing.T) {
	for name, c := range map[string]struct{ manifest, patch, want string }{
		"no such definition":  {"requires: {base: ^1.0}", "of: relic/coyn\nset: {price: 1}", `content/mod/p.yaml:2:5: error: unknown definition relic/coyn [patch/target]; did you mean "relic/coin"?`},
		"not required":        {"", "of: relic/coin\nset: {price: 1}", "unknown definition relic/coin [patch/target]; it is in the pack base: write requires: {base: ^1.0} into pack.yaml"},
		"its own":             {"requires: {base: ^1.0}", "of: die/d6\nset: {sides: 1}\n---\nkind: die\nid: d6\nsides: 6", "it belongs to this pack"},
		"no way":              {"requires: {base: ^1.0}", "of: relic/coin\nset: {'price..x': 1}", `"price..x" is not a path to a value [patch/field]`},
		"no field":            {"requires: {base: ^1.0}", "of: relic/coin\nreplace: {prize: 1}", `content/mod/p.yaml:3:11: error: prize does not exist [patch/field]; did you mean "price"?`},
		"no entry":            {"requires: {base: ^1.0}", "of: table/loot\nremove: ['entries[goldd]']", `entries[goldd] does not exist [patch/field]; did you mean "gold"?`},
		"kind":                {"requires: {base: ^1.0}", "of: relic/coin\nset: {kind: die}", "kind cannot be changed [patch/field]"},
		"script":              {"requires: {base: ^1.0}", "of: relic/coin\nset: {script: x.lua}", "wrap its hooks"},
		"text times two":      {"requires: {base: ^1.0}", "of: relic/coin\nscale: {name: 2}", "name cannot be multiplied: it is a text [patch/field]"},
		"text plus text":      {"requires: {base: ^1.0}", "of: relic/coin\nadd: {name: s}", "nothing can be added to name, which is a text [patch/field]"},
		"no parameter":        {"requires: {base: ^1.0}", "of: relic/coin\nset: {params.glod: 1}", `content/mod/p.yaml:3:14: error: params.glod does not exist [patch/field]; did you mean "gold"?; add: {params.glod: …} creates a new one`},
		"no parameter, full":  {"requires: {base: ^1.0}", "of: relic/coin\nset: {params: {zzzz: {default: 1}}}", `params.zzzz does not exist [patch/field]; known: gold, luck; add: {params.zzzz: …} creates a new one`},
		"misspelt on the way": {"requires: {base: ^1.0}", "of: relic/coin\nset: {data: {a: {b: 1}}, dta.a.b: 2}", `dta does not exist [patch/field]; did you mean "data"?`},
		"what must be there":  {"requires: {base: ^1.0}", "of: table/loot\nremove: [entries]", "content/mod/p.yaml:3:10: error: the key \"entries\" is missing"},
		"too few entries":     {"requires: {base: ^1.0}", "of: table/loot\nremove: ['entries[*]']", "content/mod/p.yaml:3:10: error: entries has 0 entries"},
		"a parameter shown":   {"requires: {base: ^1.0}", "of: relic/big_coin\nremove: [params.gold]", `content/mod/p.yaml:3:10: error: relic/big_coin has no parameter "gold"`},
		"no match":            {"requires: {base: ^1.0}", "of: relic/coin\nset: {params.gild_*: 1}", `content/mod/p.yaml:3:14: error: nothing in relic/coin matches params.gild_* [patch/field]`},
		"the kind forbids":    {"requires: {base: ^1.0}", "of: relic/coin\nset: {price: cheap}", `content/mod/p.yaml:3:14: error:`},
		"the kind lacks":      {"requires: {base: ^1.0}", "of: relic/coin\nset: {prize: 1}", `unknown key "prize"`},
		"through a number":    {"requires: {base: ^1.0}", "of: relic/coin\nset: {price.x: 1}", "price.x does not exist [patch/field]"},
		"without asking":      {"requires: {base: ^1.0}", "of: relic/coin\nhooks: {use: add}\nlua: |\n  return { use = function() end }", "[pack/capability]"},
		"no script":           {"requires: {base: ^1.0}\ncapabilities: [hooks]", "of: relic/coin\nhooks: {use: add}", "the patch names hooks but has no script that defines them [patch/hook]"},
		"no hooks":            {"requires: {base: ^1.0}\ncapabilities: [hooks]", "of: relic/coin\nlua: |\n  return {}", "content/mod/p.yaml:3:6: error: the patch has a script but names none of its hooks [patch/hook]"},
		"its schema":          {"requires: {base: ^1.0}", "of: relic/coin\nsets: {price: 1}", `did you mean "set"?`},
		"no game":             {"requires: {base: ^1.0}\ngames: [chess]", "of: relic/coin\nset: {price: 1}", `content/mod/pack.yaml:7:9: error: mod is for the unknown game "chess" [pack/game]`},
		"optional and gone":   {"requires: {base: ^1.0}\noptional: {more: ^1.0}", "of: more:relic/coin\nset: {price: 1}", ""},
	} {
		_, problems := loadMap(with(mod, saying("mod", c.manifest+"\n"), "content/mod/p.yaml", "kind: patch\n"+c.patch+"\n"))
		if c.want == "" && len(problems) == 0 {
			continue
		}
		if len(problems) != 1 || c.want == "" || !strings.Contains(problems.Error(), c.want) {
			t.Errorf("%s: got  %s\nwant %s", name, problems.Error(), c.want)
		}
	}
}

func TestUnrelatedPacksMustNotConflict(t *testing.T) {
	for name, c := range map[string]struct{ first, second, knows, settle, want string }{
		"set twice":         {"set: {price: 1}", "set: {price: 2}", "", "", "content/b/p.yaml:3:14: error: a and b both change relic/coin.price [patch/conflict]; decide which change applies, with sleight pack settle or, in sleight.yaml, settle: {relic/coin.price: b}; or let one pack name the other in its manifest"},
		"set alike":         {"set: {price: 1}", "set: {price: 1}", "", "", ""},
		"one knows":         {"set: {price: 1}", "set: {price: 2}", "after: [a]", "", ""},
		"settled":           {"set: {price: 1}", "set: {price: 2}", "", "settle: {relic/coin.price: a}", ""},
		"settled by none":   {"set: {price: 1}", "set: {price: 2}", "", "settle: {base:relic/coin.price: base}", ""},
		"other values":      {"set: {price: 1}", "set: {name: X}", "", "", ""},
		"within":            {"set: {data: {a: {b: 3}}}", "replace: {data: {x: 1}}", "", "", "both change relic/coin.data [patch/conflict]"},
		"parameters":        {"set: {params.luck: 0.1}", "set: {params: {luck: {default: 0.2}}}", "", "", "both change relic/coin.params.luck [patch/conflict]"},
		"scaled twice":      {"scale: {price: 2}", "scale: {price: 3}", "", "", ""},
		"scaled and set":    {"scale: {price: 2}", "set: {price: 3}", "", "", "[patch/conflict]"},
		"scaled and added":  {"scale: {price: 2}", "add: {price: 3}", "", "", "[patch/conflict]"},
		"added twice":       {"add: {tags: [x]}", "add: {tags: [y]}", "", "", ""},
		"added and removed": {"add: {tags: [x]}", "remove: ['tags[old]']", "", "", ""},
		"removed twice":     {"remove: ['tags[old]']", "remove: ['tags[old]']", "", "", ""},
		"removed and set":   {"remove: [price]", "set: {price: 3}", "", "", "[patch/conflict]"},
		"idle settlement":   {"set: {price: 1}", "set: {name: X}", "", "settle: {relic/coin.text: a}", "sleight.yaml:3:10: warning: no pack changes relic/coin.text, so there is nothing to settle [pack/settled]"},
		"no such pack":      {"set: {price: 1}", "set: {name: X}", "", "settle: {relic/coin.text: bb}", `sleight.yaml:3:27: error: unknown pack "bb" [pack/workspace]; did you mean "b"?`},
		"no such owner":     {"set: {price: 1}", "set: {name: X}", "", "settle: {'bass:relic/coin.text': a}", `sleight.yaml:3:10: error: unknown pack "bass" [pack/workspace]; did you mean "base"?`},
		"no such id":        {"set: {price: 1}", "set: {name: X}", "", "settle: {relic/cion.text: a}", `sleight.yaml:3:10: error: unknown definition relic/cion [pack/workspace]; did you mean "relic/coin"?`},
		"no such field":     {"set: {price: 1}", "set: {name: X}", "", "settle: {relic/coin.prize: a}", `sleight.yaml:3:10: error: relic/coin has no prize [pack/workspace]; did you mean "price"?`},
		"no such parameter": {"set: {price: 1}", "set: {name: X}", "", "settle: {relic/coin.params.lucl: a}", `relic/coin has no params.lucl [pack/workspace]; did you mean "luck"?`},
		"idle whole":        {"set: {price: 1}", "set: {name: X}", "", "settle: {'base:relic/coin': a}", `warning: a has no relic/coin, so there is nothing to settle [pack/settled]`},
	} {
		files := with(
			"content/a/pack.yaml", saying("a", "requires: {base: ^1.0}\n"), "content/a/p.yaml", "kind: patch\nof: relic/coin\n"+c.first+"\n",
			"content/b/pack.yaml", saying("b", "requires: {base: ^1.0}\n"+c.knows+"\n"), "content/b/p.yaml", "kind: patch\nof: relic/coin\n"+c.second+"\n")
		if c.settle != "" {
			files["sleight.yaml"] = "kind: workspace\nformat: 1\n" + c.settle + "\n"
		}
		_, problems := loadMap(files)
		if (len(problems) > 0) != (c.want != "") || len(problems) > 1 || !strings.Contains(problems.Error(), c.want) {
			t.Errorf("%s: got  %s\nwant %s", name, problems.Error(), c.want)
		}
		if c.want == "" || len(problems) == 0 || problems[0].Code != "patch/conflict" {
			continue
		}
		if n := problems[0].Notes; len(n) != 1 || n[0].Place.File != "content/a/p.yaml" {
			t.Errorf("%s: a conflict has two places: %+v", name, n)
		}
	}
}

func TestTheWorkspaceEnablesPacks(t *testing.T) {
	die := "kind: die\nid: d6\nsides: 6\n"
	for name, c := range map[string]struct{ packs, want, unlisted, problem string }{
		"all":              {"", "alone base mod", "", ""},
		"one":              {"packs: {base: '*'}", "base", "alone mod", ""},
		"required":         {"packs: {mod: ^1.0}", "base mod", "alone", ""},
		"none":             {"packs: {}", "", "alone base mod", ""},
		"no such":          {"packs: {bass: '*'}", "", "", `sleight.yaml:3:9: error: cannot enable the unknown pack "bass" [pack/missing]; did you mean "base"?`},
		"no version":       {"packs: {mod: ^2.0}", "", "", "sleight.yaml:3:9: error: mod ^2.0 is to be enabled, but found 1.0.0 [pack/missing]"},
		"no range":         {"packs: {mod: new}", "", "", `sleight.yaml:3:14: error: "new" is not a version range [pack/version]`},
		"key":              {"pack: [mod]", "", "", `did you mean "packs"?`},
		"no path":          {"settle: {coin: mod}", "", "", `"coin" is not a value of a definition [pack/workspace]`},
		"disabled":         {"disabled: [mod]", "alone base", "", ""},
		"disabled listed":  {"packs: {mod: ^1.0, alone: '*'}\ndisabled: [mod]", "alone", "base", ""},
		"disabled needed":  {"disabled: [base]", "", "", `content/mod/pack.yaml:6:12: error: mod requires the pack base, which sleight.yaml disables [pack/missing]; sleight pack enable base, or sleight pack disable mod`},
		"disabled no such": {"disabled: [mud]", "alone base mod", "", "sleight.yaml:3:12: warning: cannot disable the unknown pack \"mud\" [pack/settled]; did you mean \"mod\"?"},
		"two":              {"---\nkind: workspace\nformat: 1", "", "", "sleight.yaml:4:7: error: sleight.yaml is one mapping that starts with kind: workspace [pack/workspace]"},
	} {
		l := NewLoader(Root{FS: newWorkspace(with("sleight.yaml", "kind: workspace\nformat: 1\n"+c.packs+"\n",
			mod, saying("mod", "requires: {base: ^1.0}\n"), "content/mod/d.yaml", die, "content/alone/d.yaml", die))})
		catalog, problems := l.Load()
		var unlisted []string
		problems = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool {
			if d.Code != "pack/unlisted" || d.Place.String() != "sleight.yaml:3:1" {
				return false
			}
			unlisted = append(unlisted, strings.Fields(d.Message.String())[2])
			return true
		})
		if strings.Join(unlisted, " ") != c.unlisted {
			t.Errorf("%s: the unlisted packs are %v, not %s", name, unlisted, c.unlisted)
		}
		if c.problem != "" {
			if len(problems) != 1 || !strings.Contains(problems.Error(), c.problem) {
				t.Errorf("%s: got %s", name, problems.Error())
			}
			continue
		}
		var got []string
		if catalog != nil {
			for _, p := range catalog.Packs() {
				got = append(got, p.ID)
			}
		}
		if strings.Join(got, " ") != c.want || len(problems) > 0 {
			t.Errorf("%s: %v %v", name, got, problems)
		}
	}
}
