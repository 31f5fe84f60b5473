package host

import (
	"context"
	"maps"
	"slices"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// maxUnread is the maximum number of commands that a table keeps for clients
// that are slow to read them.
const maxUnread = 8

// cachedView holds a seat's view of one version of the table.
type cachedView struct {
	view *board.Board // nil when it was not needed any more
	acts bool
	// line is the usual news of this version, which reports only its last
	// command, in encoded form.
	line []byte
}

// cachedView returns a view of the current version, which is built once.
func (t *Table) cachedView(k viewKey) *cachedView {
	out := t.shown[k]
	if out == nil {
		out = &cachedView{}
		t.shown[k] = out
	}
	if out.view == nil {
		s := t.seat(k)
		out.view, out.acts = s.Board(), s.Turn()
		t.logFailures(out.view)
	}
	return out
}

// logFailures logs the problems of scripts that a view does not show, each once.
func (t *Table) logFailures(b *board.Board) {
	for _, problem := range b.Failures {
		text := problem.Error()
		if slices.Contains(t.failures, text) || len(t.failures) >= maxFailures {
			continue
		}
		t.failures = append(t.failures, text)
		t.host.Log.Error("a script failed in what a seat is shown", "table", t.id, "problem", text)
	}
}

// maxFailures is how many different problems of views a table logs.
const maxFailures = 20

// viewKeys lists the different views at the table, in no order.
func (t *Table) viewKeys() []viewKey {
	var out []viewKey
	for c := range t.participants {
		if !slices.Contains(out, c.who) {
			out = append(out, c.who)
		}
	}
	return out
}

// forgetUnused forgets the views and languages that no client uses any more.
func (t *Table) forgetUnused() {
	used := t.viewKeys()
	unused := func(k viewKey) bool { return !slices.Contains(used, k) }
	maps.DeleteFunc(t.shown, func(k viewKey, _ *cachedView) bool { return unused(k) })
	maps.DeleteFunc(t.recent, func(k viewKey, _ []SeatLogEntry) bool { return unused(k) })
	maps.DeleteFunc(t.caches, func(lang locale.Language, _ *board.Cache) bool {
		return !slices.ContainsFunc(used, func(k viewKey) bool { return k.lang == lang })
	})
}

// recordResult records, for each client, what it may know of the command that just
// ran. It must be called before the next command runs.
func (t *Table) recordResult(r session.Result) {
	clear(t.shown)
	t.updated = false
	t.recordWords(r)
	for _, k := range t.viewKeys() {
		unread := t.recent[k]
		if n := len(unread); n > 0 {
			unread[n-1].Steps = nil // they take most of the memory
		}
		unread = append(unread[max(0, len(unread)-maxUnread+1):], SeatLogEntry(t.seat(k).Report(r)))
		t.recent[k] = slices.Clip(unread)
	}
}

// notifyAll notifies all clients of news.
func (t *Table) notifyAll() {
	for c := range t.participants {
		c.notify(SeatChanged)
	}
	t.schedule()
}

// news returns the news for a client, and records that it got them.
func (t *Table) news(c *Participant) *TableUpdate {
	seen := t.cachedView(c.who)
	out := &TableUpdate{Table: t.id, Version: t.version, Player: c.player, Acts: seen.acts, Updated: t.updated, View: seen.view}
	now := t.session.Turn()
	for _, d := range t.recent[c.who] {
		if d.Turn > c.turn {
			out.Commands = append(out.Commands, d)
		}
	}
	out.Missed = len(out.Commands) < now-c.turn
	c.turn = now
	return out
}

// News returns the news that the client has not received yet, encoded by write.
// Consecutive clients with the same news share the encoded bytes. It returns
// nil if the seat is lost.
func (p *Participant) News(write func(*TableUpdate) []byte) []byte {
	t := p.table
	t.lock()
	if p.gone != "" || t.session == nil {
		t.unlock()
		return nil
	}
	usually := p.turn == t.session.Turn()-1 && !t.updated
	if seen := t.shown[p.who]; usually && seen != nil && seen.line != nil {
		p.turn = t.session.Turn()
		t.unlock()
		return seen.line
	}
	n := t.news(p)
	t.unlock()
	line := write(n)
	if !usually || len(n.Commands) != 1 {
		return line
	}
	t.lock()
	defer t.unlock()
	if seen := t.shown[p.who]; seen != nil && n.Version == t.version {
		if seen.view = nil; t.shared(p.who) { // most seats have one client
			seen.line = line
		}
	}
	return line
}

// shared reports whether several clients have the same view.
func (t *Table) shared(k viewKey) bool {
	n := 0
	for c := range t.participants {
		if c.who == k {
			n++
		}
	}
	return n > 1
}

// View returns everything the seat sees, for a client that has missed news.
func (p *Participant) View(ctx context.Context) (*TableUpdate, error) {
	if err := p.enter(ctx, false); err != nil {
		return nil, err
	}
	defer p.table.unlock()
	return p.table.news(p), nil
}
