// Package packs holds packs as modders would publish them, and checks that they
// work together.
package packs

import (
	"os"
	"strings"
	"testing"

	"sleight/content"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/scripts"
)

var names = []string{"lucky_charms", "hard_forward", "forward_trials"}

// mustLoad loads the shipped packs and then others in an order.
func mustLoad(t *testing.T, order ...string) *def.Catalog {
	t.Helper()
	roots := []load.Root{{FS: load.Folders{"content": content.Files, "scripts": scripts.Files}, Name: "embedded", Fixed: true}}
	for _, name := range order {
		roots = append(roots, load.Root{FS: os.DirFS(name), Name: "tests/packs/" + name})
	}
	c, problems := load.NewLoader(roots...).Load()
	if len(problems) > 0 {
		t.Fatal(problems.Error())
	}
	return c
}

// orders lists all permutations.
func orders(all []string) [][]string {
	if len(all) == 0 {
		return [][]string{nil}
	}
	var out [][]string
	for i, first := range all {
		rest := append(append([]string{}, all[:i]...), all[i+1:]...)
		for _, o := range orders(rest) {
			out = append(out, append([]string{first}, o...))
		}
	}
	return out
}

func TestCatalogsDoNotDependOnTheOrderOfInstallation(t *testing.T) {
	first := ""
	for _, order := range orders(names) {
		c := mustLoad(t, order...)
		if first == "" {
			first = c.Digest
		}
		var applied []string
		for _, p := range c.Ordered() {
			applied = append(applied, p.ID)
		}
		if c.Digest != first {
			t.Errorf("installed as %s, the catalog is another", strings.Join(order, ", "))
		}
		if got := strings.Join(applied, " "); got != "bomb_or_treasure forward forward_trials hammer hard_forward mana_draw manipulation lucky_charms never_die_guy spring_tide" {
			t.Errorf("installed as %s, the packs are applied as %s", strings.Join(order, ", "), got)
		}
	}
}

// TestEveryTestPassesWithEachPackAndWithAll runs the tests of all definitions
// with all packs and, with each single pack, those of the packs whose
// definitions it changes.
func TestEveryTestPassesWithEachPackAndWithAll(t *testing.T) {
	without := mustLoad(t)
	for _, order := range append(orders(names)[:1], names[:1], names[1:2], names[2:]) {
		c, problems := rules.Build(mustLoad(t, order...), nil)
		if c == nil || len(problems) > 0 {
			t.Fatal(problems.Error())
		}
		o := contenttest.Options{}
		if len(order) == 1 {
			o.Filter = changedFrom(without, c.Catalog)
		}
		results := contenttest.Run(t.Context(), c, o)
		if len(results) == 0 {
			t.Errorf("with %s: no test ran", strings.Join(order, ", "))
		}
		if failures := contenttest.Failures(results); len(failures) > 0 {
			t.Errorf("with %s: %s", strings.Join(order, ", "), failures.Error())
		}
	}
}

// changedFrom returns a function that reports whether the pack of a definition
// has one that differs from that in another catalog.
func changedFrom(old, now *def.Catalog) func(*def.Definition) bool {
	changed := map[string]bool{}
	for _, g := range now.Kind("game") {
		before := old.Definition(g.Pack, g.Kind, g.ID)
		if before == nil || len(def.Diff(old.VisibleTo(before), now.VisibleTo(g))) > 0 {
			changed[g.Pack] = true
		}
	}
	return func(d *def.Definition) bool { return changed[d.Pack] || old.Definition(d.Pack, d.Kind, d.ID) == nil }
}

// TestAGameIsChangedByItsOwnPacksOnly checks that only packs for a game change
// it.
func TestAGameIsChangedByItsOwnPacksOnly(t *testing.T) {
	for _, c := range []struct{ pack, game string }{{"lucky_charms", "manipulation"}, {"hard_forward", "forward"}, {"forward_trials", "forward_trials"}} {
		without, with := mustLoad(t), mustLoad(t, c.pack)
		for _, g := range without.Kind("game") {
			changed := def.Diff(without.VisibleTo(g), with.VisibleTo(g))
			if (len(changed) > 0) != (g.ID == c.game) {
				t.Errorf("%s changes %d definitions of %s", c.pack, len(changed), g.ID)
			}
		}
	}
}
