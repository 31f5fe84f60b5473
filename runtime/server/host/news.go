package host

import (
	"context"
	"slices"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// maxUnread is how many commands a table remembers for clients that are slow to
// read of them.
const maxUnread = 8

// shown holds what a seat sees of one version of the table.
type shown struct {
	view *board.Board // nil when it was not needed any more
	acts bool
	// line is the usual news of this version, which reports its last command
	// only, as it was written down.
	line []byte
}

// sees returns what eyes see now. It is made once for each version.
func (t *Table) sees(e eyes) *shown {
	out := t.shown[e]
	if out == nil {
		out = &shown{}
		t.shown[e] = out
	}
	if out.view == nil {
		s := t.seat(e)
		out.view, out.acts = s.Board(), s.Turn()
	}
	return out
}

// looking lists the different eyes at the table, in no order.
func (t *Table) looking() []eyes {
	var out []eyes
	for c := range t.chairs {
		if !slices.Contains(out, c.eyes) {
			out = append(out, c.eyes)
		}
	}
	return out
}

// happened records, for each client, what it may know of the command that has
// just been done. It must be called before the next one.
func (t *Table) happened(r session.Result) {
	clear(t.shown)
	t.updated = false
	for _, e := range t.looking() {
		told := t.recent[e]
		if n := len(told); n > 0 {
			told[n-1].Steps = nil // they take most of the memory
		}
		told = append(told[max(0, len(told)-maxUnread+1):], Done(t.seat(e).Tell(r)))
		t.recent[e] = slices.Clip(told)
	}
}

// notifyAll notifies all clients of news.
func (t *Table) notifyAll() {
	for c := range t.chairs {
		c.notify(SeatChanged)
	}
	t.plan()
}

// news returns the news for a client, and records that it got them.
func (t *Table) news(c *Chair) *News {
	seen := t.sees(c.eyes)
	out := &News{Table: t.id, Version: t.version, Player: c.player, Acts: seen.acts, Updated: t.updated, View: seen.view}
	now := t.session.Turn()
	for _, d := range t.recent[c.eyes] {
		if d.Turn > c.turn {
			out.Told = append(out.Told, d)
		}
	}
	out.Missed = len(out.Told) < now-c.turn
	c.turn = now
	return out
}

// News returns the news that the client has not received yet, encoded by write.
// Consecutive clients with the same news share the encoded bytes. It returns
// nil if the seat is lost.
func (c *Chair) News(write func(*News) []byte) []byte {
	t := c.table
	t.lock()
	if c.gone != "" || t.session == nil {
		t.unlock()
		return nil
	}
	usually := c.turn == t.session.Turn()-1 && !t.updated
	if seen := t.shown[c.eyes]; usually && seen != nil && seen.line != nil {
		c.turn = t.session.Turn()
		t.unlock()
		return seen.line
	}
	n := t.news(c)
	t.unlock()
	line := write(n)
	if !usually || len(n.Told) != 1 {
		return line
	}
	t.lock()
	defer t.unlock()
	if seen := t.shown[c.eyes]; seen != nil && n.Version == t.version {
		if seen.view = nil; t.shared(c.eyes) { // most seats have one client
			seen.line = line
		}
	}
	return line
}

// shared reports whether several clients see the same.
func (t *Table) shared(e eyes) bool {
	n := 0
	for c := range t.chairs {
		if c.eyes == e {
			n++
		}
	}
	return n > 1
}

// View returns everything the seat sees, for a client that has lost track.
func (c *Chair) View(ctx context.Context) (*News, error) {
	if err := c.enter(ctx, false); err != nil {
		return nil, err
	}
	defer c.table.unlock()
	return c.table.news(c), nil
}
