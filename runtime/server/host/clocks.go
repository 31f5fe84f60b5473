package host

import (
	"time"

	"sleight/runtime/game/session"
)

// clockKey identifies a choice that is timed: it is the same for as long as the
// player's choice is.
type clockKey struct{ player, since int }

// wind starts the clocks of choices that have begun, and stops those of choices
// that are over. While nobody is at the table, no clock runs; after that, each
// has its whole time again.
func (t *Table) wind() {
	running := map[clockKey]session.Clock{}
	if t.session != nil && len(t.chairs) > 0 {
		for _, c := range t.session.Clocks() {
			running[clockKey{c.Player, c.Since}] = c
		}
	}
	for key, timer := range t.clocks {
		if _, ok := running[key]; !ok {
			timer.Stop()
			delete(t.clocks, key)
		}
	}
	for key, c := range running {
		if t.clocks[key] == nil {
			t.clocks[key] = time.AfterFunc(time.Duration(c.Seconds*float64(time.Second)), func() { t.runOut(key, c) })
		}
	}
}

// runOut ends a choice whose time has run out. If the table has gone on in the
// meantime, nothing happens.
func (t *Table) runOut(key clockKey, c session.Clock) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.session == nil || t.clocks[key] == nil {
		return
	}
	delete(t.clocks, key)
	r := t.session.Timeout(c)
	switch {
	case r.OK():
		_ = t.record(r, c.Player, 0) // which has logged why, if it failed
	case r.Problem != nil:
		t.reason(nil, r.Problem)
	}
}
