package def

import (
	"strings"
	"testing"
)

// TestRenamedDefinitionsKeepTheirOrder checks that Listed keeps the order of
// first names, over several renames and packs.
func TestRenamedDefinitionsKeepTheirOrder(t *testing.T) {
	rename := func(from, to string) NameChange { return NameChange{Category: CategoryDefinition, From: from, To: to} }
	packs := []*Pack{
		{ID: "p", Migrations: []*Migration{
			{NameChanges: []NameChange{rename("relic/a", "relic/x"), {Category: CategoryVariable, From: "b", To: "z"}}},
			{NameChanges: []NameChange{rename("relic/x", "relic/z"), {Category: CategoryDefinition, From: "relic/gone", To: "relic/b", Removed: true}}},
		}},
		{ID: "q"},
	}
	all := []*Definition{
		{Pack: "p", Kind: "relic", ID: "b"}, {Pack: "p", Kind: "relic", ID: "z"}, {Pack: "q", Kind: "relic", ID: "c"},
	}
	c := NewCatalog(packs, all, "")
	for name, catalog := range map[string]*Catalog{"whole": c, "scope": c.Scope("p"), "replaced": c.Replace(nil, packs, "")} {
		var ids []string
		for _, d := range catalog.InStableOrder("relic") {
			ids = append(ids, d.ID)
		}
		want := "z b c"
		if name == "scope" {
			want = "z b"
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := NewCatalog(packs[1:], all[2:], "").InStableOrder("relic"); len(got) != 1 {
		t.Error("without renames")
	}
	swapped := NewCatalog([]*Pack{{ID: "p", Migrations: []*Migration{{NameChanges: []NameChange{rename("relic/z", "relic/b"), rename("relic/y", "relic/c")}}}}},
		[]*Definition{{Pack: "p", Kind: "relic", ID: "b"}, {Pack: "p", Kind: "relic", ID: "c"}}, "")
	if got := swapped.InStableOrder("relic"); got[0].ID != "c" || got[1].ID != "b" {
		t.Errorf("all renamed: %s before %s", got[0].ID, got[1].ID)
	}
}
