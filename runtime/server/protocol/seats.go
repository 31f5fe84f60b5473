package protocol

import (
	"context"
	"errors"

	"sleight/runtime/server/host"
)

// hostError converts a host's error to a protocol error.
func hostError(err error) *Error {
	var failure *host.Error
	if !errors.As(err, &failure) {
		return fail(codeInternal, "the table failed; the log of its host says why")
	}
	code := map[host.ErrorKind]int{
		host.Invalid: codeParams, host.Forbidden: codeForbidden, host.LimitExceeded: codeLimit, host.Stale: codeStale, host.Unavailable: codeContent,
	}[failure.Kind]
	e := fail(code, "%s", failure.Text)
	if failure.Sequence != 0 {
		e.Data = LastOnce{failure.Sequence}
	}
	return e
}

// setSeat replaces the client's seat and returns the one it had.
func (c *Client) setSeat(participant *host.Participant) (before *host.Participant) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, c.participant = c.participant, participant
	return before
}

// join takes a seat. A client has at most one: it leaves its previous seat.
func (c *Client) join(ctx context.Context, p Join) (*Joined, *Error) {
	if c.server.options.Host == nil {
		return nil, fail(codeForbidden, "no tables are hosted here")
	}
	n := &notices{client: c, ready: make(chan struct{})}
	defer close(n.ready)
	participant, news, err := c.server.options.Host.Join(ctx, p.Table, p.Token, c.lang(), n.post)
	if err != nil {
		return nil, hostError(err)
	}
	n.participant = participant
	if before := c.setSeat(participant); before != nil {
		before.Leave()
	}
	if c.ctx.Err() != nil { // the client has gone in the meantime
		participant.Leave()
	}
	once := participant.LastCommandNumber()
	return &Joined{news.Table, news.View.Game, news.Player, participant.SeatCount(), once, news, participant.Presence()}, nil
}

// notices posts notifications about a participant to its client. They are encoded
// when they are sent.
type notices struct {
	client      *Client
	ready       chan struct{} // closed once participant is set
	participant *host.Participant
}

func (n *notices) post(about host.Notice) {
	key := [...]string{host.SeatChanged: "news", host.PresenceChanged: "presence", host.SeatLost: "gone"}[about]
	n.client.post(key, func() []byte {
		if <-n.ready; n.client.seat() != n.participant {
			return nil // the client has another seat by now
		}
		switch about {
		case host.SeatChanged:
			return n.participant.News(func(news *host.TableUpdate) []byte { return encode(notification{"2.0", key, news}) })
		case host.PresenceChanged:
			return encode(notification{"2.0", key, n.participant.Presence()})
		}
		if gone, lost := n.participant.Gone(); lost {
			return encode(notification{"2.0", key, gone})
		}
		return nil
	})
}

// seat returns the client's seat, or nil.
func (c *Client) seat() *host.Participant {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.participant
}

// Seated reports whether the client sits at a hosted table.
func (c *Client) Seated() bool {
	participant := c.seat()
	if participant == nil {
		return false
	}
	_, lost := participant.Gone()
	return !lost
}

// atSeat calls a function with the client's seat.
func atSeat[R any](c *Client, f func(*host.Participant) (R, error)) (r R, e *Error) {
	participant := c.seat()
	if participant == nil {
		return r, fail(codeForbidden, "this client is not at a table: call seat/join first")
	}
	r, err := f(participant)
	if err != nil {
		return r, hostError(err)
	}
	return r, nil
}

func (c *Client) leave(_ context.Context, _ None) (None, *Error) {
	if participant := c.setSeat(nil); participant != nil {
		participant.Leave()
	}
	return None{}, nil
}

func (c *Client) seatAct(ctx context.Context, p host.Act) (host.ActResult, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.ActResult, error) { return participant.Act(ctx, p) })
}

func (c *Client) choose(ctx context.Context, p host.ChoiceRequest) (host.NextChoice, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.NextChoice, error) { return participant.Choose(ctx, p) })
}

func (c *Client) seatPreview(ctx context.Context, p host.ChoiceRequest) (host.SeatPreview, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.SeatPreview, error) { return participant.Preview(ctx, p) })
}

func (c *Client) seatLegal(ctx context.Context, p ResultLimit) (host.Commands, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.Commands, error) { return participant.Legal(ctx, p.Limit) })
}

func (c *Client) seatView(ctx context.Context, _ None) (*host.TableUpdate, *Error) {
	return atSeat(c, func(participant *host.Participant) (*host.TableUpdate, error) { return participant.View(ctx) })
}

func (c *Client) seatClocks(ctx context.Context, _ None) (host.Clocks, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.Clocks, error) { return participant.Clocks(ctx) })
}

func (c *Client) seatLog(ctx context.Context, p SeatLogRequest) (host.SeatLog, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.SeatLog, error) { return participant.History(ctx, p.From) })
}

func (c *Client) presence(_ context.Context, _ None) (host.Presence, *Error) {
	return atSeat(c, func(participant *host.Participant) (host.Presence, error) { return participant.Presence(), nil })
}

func (c *Client) openTable(_ context.Context, p host.Setup) (*host.CreatedTable, *Error) {
	if c.server.options.Host == nil {
		return nil, fail(codeForbidden, "no tables are hosted here")
	}
	o, err := c.server.options.Host.Create(p)
	if err != nil {
		return nil, hostError(err)
	}
	return o, nil
}

func (c *Client) listTables(_ context.Context, _ None) ([]host.TableInfo, *Error) {
	if c.server.options.Host == nil {
		return nil, fail(codeForbidden, "no tables are hosted here")
	}
	return c.server.options.Host.Tables(), nil
}

func (c *Client) seatBot(_ context.Context, p SeatBot) (None, *Error) {
	if c.server.options.Host == nil {
		return None{}, fail(codeForbidden, "no tables are hosted here")
	}
	if err := c.server.options.Host.SetSeatBot(p.Table, p.Player, p.Bot); err != nil {
		return None{}, hostError(err)
	}
	return None{}, nil
}
