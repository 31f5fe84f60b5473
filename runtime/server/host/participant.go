package host

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sleight/runtime/content/locale"
)

// Participant is a client at a table: in the seat of a player, or watching. It
// is safe for concurrent use.
type Participant struct {
	table  *Table
	player int // 0 watches
	notify func(Notice)

	// The table's mutex guards the fields below.
	who    viewKey
	joined time.Time
	gone   string // why the seat was lost; empty while it is not
	turn   int    // of the last command in the client's news
}

// Notice is a reason to notify a client. It is sent while the table is locked, so
// the client must fetch the news later.
type Notice int

const (
	// SeatChanged means that there are News.
	SeatChanged Notice = iota
	// PresenceChanged means that someone came or went.
	PresenceChanged
	// SeatLost means that the participant is gone.
	SeatLost
)

// Join takes the seat of a token. From now on, the participant is notified of
// everything. A seat has room for several clients of its player; when there are
// too many, the first one has to leave.
func (h *Host) Join(ctx context.Context, id, token string, lang locale.Language, notify func(Notice)) (*Participant, *TableUpdate, error) {
	t, err := h.find(id)
	if err != nil {
		return nil, nil, err
	}
	if !t.lockWithin(ctx) {
		return nil, nil, fail(LimitExceeded, "the table was busy for too long")
	}
	defer t.unlock()
	if err := t.read(); err != nil {
		return nil, nil, err
	}
	i := seatOf(t.head.Keys, token)
	if i < 0 {
		return nil, nil, unknownTable()
	}
	player := (i + 1) % (t.head.Seats + 1) // the last one is that of watchers
	if err := t.wake(); err != nil {
		return nil, nil, err
	}
	most := h.Limits.Seat
	if player == 0 {
		most = h.Limits.Watchers
	}
	if others := t.participantsOf(player); len(others) >= most {
		t.remove(slices.MinFunc(others, func(a, b *Participant) int { return a.joined.Compare(b.joined) }), "other clients have taken this seat since")
	}
	c := &Participant{table: t, player: player, notify: notify, who: viewKey{player, lang}, joined: h.Now(), turn: t.session.Turn()}
	t.participants[c] = true
	if player > 0 {
		t.seats[player-1].away = time.Time{}
	}
	t.presenceChanged()
	return c, t.news(c), nil
}

// participantsOf lists the participants of a player, or of watchers.
func (t *Table) participantsOf(player int) (out []*Participant) {
	for c := range t.participants {
		if c.player == player {
			out = append(out, c)
		}
	}
	return out
}

// Leave gives the seat back.
func (p *Participant) Leave() {
	t := p.table
	t.lock()
	defer t.unlock()
	t.remove(p, "you have left")
	t.presenceChanged()
}

// remove removes a client from its seat.
func (t *Table) remove(c *Participant, reason string) {
	if !t.participants[c] {
		return
	}
	delete(t.participants, c)
	c.gone = cmp.Or(c.gone, reason)
	c.notify(SeatLost)
	if len(t.participants) == 0 {
		t.left = t.host.Now()
	}
	if c.player > 0 && t.seats != nil && len(t.participantsOf(c.player)) == 0 {
		t.seats[c.player-1].away = t.host.Now()
	}
	t.forgetUnused()
}

// presenceChanged notifies all clients of who is there, and lets bots play for
// absent players.
func (t *Table) presenceChanged() {
	for c := range t.participants {
		c.notify(PresenceChanged)
	}
	t.schedule()
}

// Gone returns why the participant has lost its seat, and whether it has.
func (p *Participant) Gone() (LostSeat, bool) {
	p.table.lock()
	defer p.table.unlock()
	return LostSeat{p.table.id, p.gone}, p.gone != ""
}

// SetLanguage sets the language of the participant's texts.
func (p *Participant) SetLanguage(lang locale.Language) {
	p.table.lock()
	defer p.table.unlock()
	p.who.lang = lang
	p.table.forgetUnused()
}

// Presence returns who is at the table.
func (p *Participant) Presence() Presence {
	t := p.table
	t.lock()
	defer t.unlock()
	out := Presence{Table: t.id, Seats: []SeatStatus{}, Watchers: len(t.participantsOf(0))}
	for i := range t.seats {
		here := len(t.participantsOf(i+1)) > 0
		bot, _ := t.botFor(i + 1)
		out.Seats = append(out.Seats, SeatStatus{i + 1, here, bot})
	}
	return out
}

// enter locks the table for a call of a participant and wakes it. It stops
// waiting when the context ends. The caller unlocks the table unless there is
// an error.
func (p *Participant) enter(ctx context.Context, acts bool) error {
	t := p.table
	if !t.lockWithin(ctx) {
		return fail(LimitExceeded, "the table was busy for too long")
	}
	err := func() error {
		if p.gone != "" {
			return fail(Forbidden, "this client has no seat any more: %s", p.gone)
		}
		if err := t.wake(); err != nil {
			return err
		}
		now, limit := t.host.Now(), &t.watching
		if p.player > 0 {
			if limit = &t.seats[p.player-1].reads; acts {
				limit = &t.seats[p.player-1].acts
			}
		}
		if !limit.take(now) {
			return fail(LimitExceeded, "too many calls come from this seat; slow down")
		}
		return nil
	}()
	if err != nil {
		t.unlock()
	}
	return err
}

// LastCommandNumber returns the sequence number of the seat's last command; 0 if
// it had none.
func (p *Participant) LastCommandNumber() int64 {
	t := p.table
	t.lock()
	defer t.unlock()
	if p.player > 0 && p.player <= len(t.seats) {
		return t.seats[p.player-1].sequence
	}
	return 0
}

// SeatCount returns the number of players of the table.
func (p *Participant) SeatCount() int {
	t := p.table
	t.lock()
	defer t.unlock()
	return len(t.seats)
}
