package host

import (
	"context"
	"time"

	"sleight/runtime/game/session"
)

// clockKey identifies a timed choice: it stays the same as long as the player's
// choice does.
type clockKey struct{ player, since int }

// runningClock is the timer of a clock, and the time at which it expires.
type runningClock struct {
	*time.Timer
	expires time.Time
}

// updateClocks starts the clocks of choices that have begun, and stops those of
// choices that have ended. While nobody is at the table, no clock runs;
// afterwards, each starts again with its full time.
func (t *Table) updateClocks() {
	wanted := map[clockKey]session.Clock{}
	if t.session != nil && len(t.participants) > 0 {
		for _, c := range t.session.Clocks() {
			wanted[clockKey{c.Player, c.Since}] = c
		}
	}
	for key, timer := range t.clocks {
		if _, ok := wanted[key]; !ok {
			timer.Stop()
			delete(t.clocks, key)
		}
	}
	for key, c := range wanted {
		if t.clocks[key] == nil {
			long := time.Duration(c.Seconds * float64(time.Second))
			t.clocks[key] = &runningClock{time.AfterFunc(long, func() { t.expireClock(key, c) }), time.Now().Add(long)}
		}
	}
}

// Clocks returns the remaining time of each timed choice.
func (p *Participant) Clocks(ctx context.Context) (out Clocks, err error) {
	if err := p.enter(ctx, false); err != nil {
		return out, err
	}
	t := p.table
	defer t.unlock()
	out.Clocks = []RemainingTime{}
	for _, clock := range t.session.Clocks() {
		if r := t.clocks[clockKey{clock.Player, clock.Since}]; r != nil {
			out.Clocks = append(out.Clocks, RemainingTime{clock.Player, clock.Since, max(0, time.Until(r.expires).Seconds())})
		}
	}
	return out, nil
}

// expireClock ends a choice whose time has run out, unless the table has changed in
// the meantime.
func (t *Table) expireClock(key clockKey, c session.Clock) {
	t.lock()
	defer t.unlock()
	if t.session == nil || t.clocks[key] == nil {
		return
	}
	delete(t.clocks, key)
	r := t.session.Timeout(c)
	switch {
	case r.OK():
		_ = t.record(r, c.Player, 0) // which has logged why, if it failed
	case r.Problem != nil:
		t.logProblem(nil, r.Problem)
	}
}
