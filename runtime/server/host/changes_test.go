package host

import (
	"slices"
	"testing"

	"sleight/runtime/content/locale"
)

// TestTheLogSaysWhatCommandsChanged checks that the log has the changes that a seat was
// shown at the time, also for a seat that was away, in its own language if it was in use,
// and after the table has been loaded again; and that a table keeps only the last ones.
func TestTheLogSaysWhatCommandsChanged(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, watcher := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Watch)
	german, _ := locale.Parse("de")
	watcher.SetLanguage(german)
	changes := func(s *sitter, turn int) []string {
		t.Helper()
		log, err := s.History(t.Context(), turn)
		if err != nil {
			t.Fatal(err)
		}
		return log.Entries[0].Changes
	}
	if out, err := one.Act(t.Context(), Act{Command: "bid 2"}); err != nil || !out.Done {
		t.Fatal(out, err)
	}
	atOnce := one.view().Commands[0].Changes
	if len(atOnce) != 3 || !slices.Equal(changes(one, 1), atOnce) {
		t.Errorf("%q was shown at once, and the log has %q", atOnce, changes(one, 1))
	}
	if got := changes(watcher, 1); len(got) != 2 || got[1] != "Spieler 1 → 2" {
		t.Errorf("a watcher who reads German: %q", got)
	}
	two := r.sit(o.Table, o.Seats[1])
	if got := changes(two, 1); !slices.Equal(got, atOnce[1:]) {
		t.Errorf("who was away does not read %q, but %q", atOnce[1:], got)
	}
	r.Host.Close()
	r.open("1")
	if one = r.sit(o.Table, o.Seats[0]); !slices.Equal(changes(one, 1), atOnce) {
		t.Errorf("after a restart: %q", changes(one, 1))
	}
	two = r.sit(o.Table, o.Seats[1])
	for n := range maxDescribed {
		if out, err := []*sitter{two, one}[n%2].Act(t.Context(), Act{Command: "pass"}); err != nil || !out.Done {
			t.Fatal(out, err)
		}
	}
	if table := r.tables[o.Table]; len(table.described) != maxDescribed || changes(one, 1) != nil || len(changes(one, 2)) == 0 {
		t.Errorf("%d commands are kept: %q, %q", len(table.described), changes(one, 1), changes(one, 2))
	}
	for _, seat := range []string{o.Seats[0], o.Watch} { // of a long game, only the last commands are put into words
		r.Host.Close()
		r.open("1")
		if s := r.sit(o.Table, seat); len(r.tables[o.Table].described) != maxDescribed || changes(s, 1) != nil || len(changes(s, 2)) == 0 {
			t.Errorf("%d commands are kept after a restart", len(r.tables[o.Table].described))
		}
	}
}
