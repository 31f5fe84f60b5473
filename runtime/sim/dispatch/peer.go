package dispatch

import (
	"fmt"
	"time"
)

// grace is how late an input may come before a machine assumes that it was
// suspended.
const grace = 3 * time.Second

// peer is the common part of coordinators and workers: a clock, and requests
// that wait for the server's answer.
type peer struct {
	id     string
	port   Port
	config Config

	// now is the machine's own time, which does not pass while the machine is
	// suspended, because nobody could have been heard then. skipped is the
	// total time of suspension.
	now, skipped Time
	// wake is when the machine wants to be called again, in its own time.
	wake Time

	pending []*pendingRequest // in the order of their IDs
	lastID  int
	// ended means that the machine has ended; failed is the reason if it did not
	// complete.
	ended  bool
	failed error
}

// pendingRequest is a request waiting for its answer.
type pendingRequest struct {
	Request
	first, next Time
	attempts    int
	take        func(Answer)
}

// setClock sets the clock. If an input is very late, the machine was suspended, and
// the delay is skipped.
func (p *peer) setClock(outer Time) {
	own := outer - p.skipped
	if p.wake > 0 && own > p.wake+grace {
		p.skipped += own - p.wake
		own = p.wake
	}
	p.now = max(p.now, own)
}

// Wake returns when the machine wants to be called again, or false if it has
// ended.
func (p *peer) Wake() (Time, bool) { return p.wake + p.skipped, !p.ended }

// Ended reports whether the machine has ended, and returns the reason if it did
// not complete.
func (p *peer) Ended() (bool, error) { return p.ended, p.failed }

// end ends the machine.
func (p *peer) end(err error) {
	if !p.ended {
		p.ended, p.failed = true, err
		p.pending = nil
	}
}

// send sends a message from the machine.
func (p *peer) send(m Message) {
	m.From = p.id
	p.port.Send(m)
}

// ask sends a request to the server and repeats it until the server answers.
func (p *peer) ask(r Request, take func(Answer)) {
	p.lastID++
	r.ID = p.lastID
	p.pending = append(p.pending, &pendingRequest{Request: r, first: p.now, next: p.now + p.config.Reply, attempts: 1, take: take})
	p.port.Ask(r)
}

// handleAnswer handles an answer from the server. Answers to requests that are no
// longer waiting are ignored.
func (p *peer) handleAnswer(a Answer) {
	for i, q := range p.pending {
		if q.ID != a.ID {
			continue
		}
		if a.Err != "" && !a.Final {
			q.next = min(q.next, p.now+p.pause(q.attempts))
			return
		}
		p.pending = append(p.pending[:i:i], p.pending[i+1:]...)
		q.take(a)
		return
	}
}

// retry repeats the requests that have waited too long.
func (p *peer) retry() {
	for _, q := range p.pending {
		if p.now < q.next {
			continue
		}
		if waited := p.now - q.first; waited >= p.config.Wait {
			p.end(fmt.Errorf("the server has not answered for %s", shown(waited)))
			return
		} else if q.attempts >= 3 && p.pending[0] == q {
			p.notify(NoServer, "the server has not answered for %s; trying again until %s have passed", shown(waited), shown(p.config.Wait))
		}
		q.next = p.now + p.pause(q.attempts)
		q.attempts++
		p.port.Ask(q.Request)
	}
}

// pause returns how long to wait after a number of attempts; it doubles each
// time, up to Config.Pause.
func (p *peer) pause(attempts int) Time {
	return min(p.config.Pause, p.config.Reply<<min(attempts-1, 10))
}

// wakeBy sets the machine's alarm to t, unless it is set to an earlier time.
func (p *peer) wakeBy(t Time) { p.wake = min(p.wake, t) }

// setAlarms sets the alarm for the next beat and for all waiting requests.
func (p *peer) setAlarms(beat Time) {
	p.wake = beat
	for _, q := range p.pending {
		p.wakeBy(q.next)
	}
	p.wake = max(p.wake, p.now)
}

// shown rounds a time for people.
func shown(t Time) string { return t.Round(time.Second).String() }
