package host

import (
	"fmt"
	"testing"

	"sleight/runtime/content/locale"
)

// TestLanguagesAreForgotten checks that a client that asks for many languages, one
// after another, leaves nothing of them behind, and that other languages in use stay.
func TestLanguagesAreForgotten(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	other, watcher := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Watch)
	german, _ := locale.Parse("de")
	other.SetLanguage(german)
	for n := range 3 * maxTexts {
		lang, ok := locale.Parse(fmt.Sprintf("de-x-%d", n))
		if !ok {
			t.Fatal(n)
		}
		watcher.SetLanguage(lang)
		for _, p := range []*sitter{watcher, other} {
			if _, err := p.View(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	table := r.tables[o.Table]
	if len(table.caches) > 3 || len(table.shown) > 2 || len(table.recent) > 2 {
		t.Errorf("%d caches, %d views and %d lists of events are left", len(table.caches), len(table.shown), len(table.recent))
	}
	if table.caches[german] == nil || table.shown[viewKey{1, german}] == nil {
		t.Error("a language in use is forgotten")
	}
	if len(r.texts) > maxTexts {
		t.Errorf("the host keeps %d texts", len(r.texts))
	}
	watcher.Leave()
	other.Leave()
	if len(table.shown)+len(table.recent) > 0 || len(table.caches) > 1 {
		t.Errorf("after all have left: %d caches, %d views and %d lists of events", len(table.caches), len(table.shown), len(table.recent))
	}
}
