package host

import (
	"slices"
	"testing"
)

// TestACommandThatFindsNewContentNotifiesAll checks that when a table takes up new
// content because of a command, before the host has come to the table, its other clients
// get news of it even if the command is refused.
func TestACommandThatFindsNewContentNotifiesAll(t *testing.T) {
	r := openRoom(t)
	o := r.table(Setup{})
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	one.must("pass")
	two.notified()
	c, _ := contents(t, "2")
	r.mutex.Lock()
	r.live = c // as in SetContent, which then updates one table after another
	r.mutex.Unlock()
	if out := one.acts("pass"); out == "" {
		t.Fatal(out)
	}
	if n := two.notified(); !slices.Contains(n, SeatChanged) {
		t.Errorf("the other seat is notified of %v", n)
	}
	if n := two.view(); n.Version != 3 || !n.Updated {
		t.Errorf("the other seat sees version %d, updated: %t", n.Version, n.Updated)
	}
}
