package dispatch

import (
	"fmt"
	"slices"
	"time"
)

// workers holds the workers that a coordinator has heard from.
type workers struct {
	list []*knownWorker // in the order in which they were first heard from
	// heard is when a worker that may play was last heard from; warned is when
	// the lack of workers was last reported, and pause the time until it is
	// reported again.
	heard, warned, pause Time
	// took is the total time that n chunks took.
	took Time
	n    int
}

// knownWorker is a worker that has contacted the coordinator.
type knownWorker struct {
	id, name string
	seen     Time
	turn     int // the last turn in which it asked for a chunk
	refused  bool
}

// keptWorkers is the maximum number of workers that a coordinator remembers.
const keptWorkers = 10_000

// touch returns a worker by its id, adding it if it is new, and records that it
// was heard from.
func (w *workers) touch(id string, now Time) *knownWorker {
	for _, k := range w.list {
		if k.id == id {
			k.seen = now
			return k
		}
	}
	if len(w.list) >= keptWorkers {
		oldest := slices.MinFunc(w.list, func(a, b *knownWorker) int { return int(a.seen - b.seen) })
		w.list = slices.DeleteFunc(w.list, func(k *knownWorker) bool { return k == oldest })
	}
	k := &knownWorker{id: id, seen: now}
	w.list = append(w.list, k)
	return k
}

// handleMessage handles a message from a worker.
func (c *Coordinator) handleMessage(m Message) {
	_, before := c.find(m.From)
	w := c.workers.touch(m.From, c.now)
	if m.Name != "" {
		w.name = m.Name
	}
	if m.Semantics != "" && m.Semantics != c.spec.Semantics {
		if !w.refused {
			w.refused = true
			c.notify(Mismatch, "worker %s plays with semantics %s, not %s, and gets no games: install the same version of the program there", w.name, m.Semantics, c.spec.Semantics)
		}
		return
	}
	c.workers.heard, c.workers.pause = c.now, 0
	if m.Kind == Hello {
		if !before && c.running {
			c.announce(m.From)
		}
		return
	}
	if !c.running || m.Job != c.spec.Job || m.Chunk < 0 || m.Chunk >= len(c.chunks) {
		return
	}
	switch m.Kind {
	case Take:
		c.lease(w, m)
	case Alive:
		c.renew(m)
	case Done:
		c.reply(m, Read)
		if s := c.chunks[m.Chunk].state; s != counted && s != finished {
			c.recordDuration(m)
			c.markStored(m.Chunk)
		}
	case Failed:
		c.reply(m, Read)
		c.fail(m, w)
	case Leave:
		if c.release(m.Chunk, m.From, m.Turn) {
			c.lookUp(m.Chunk, c.requeue)
		}
	}
}

// find returns a worker by its id.
func (c *Coordinator) find(id string) (*knownWorker, bool) {
	i := slices.IndexFunc(c.workers.list, func(k *knownWorker) bool { return k.id == id })
	if i < 0 {
		return nil, false
	}
	return c.workers.list[i], true
}

// reply answers a message from a worker.
func (c *Coordinator) reply(m Message, kind Kind) {
	c.send(Message{Kind: kind, To: m.From, Job: c.spec.Job, Turn: m.Turn, Chunk: m.Chunk, Sent: m.Sent})
}

// lease leases a chunk to a worker. A worker that asks again in the same turn
// did not get the reply and is given the same chunk.
func (c *Coordinator) lease(w *knownWorker, m Message) {
	if m.Turn < w.turn {
		return // it has sent a newer request since
	}
	w.turn = m.Turn
	give := -1
	for _, i := range slices.Clone(c.held) {
		for _, l := range c.chunks[i].leases {
			if l.worker == m.From && l.turn == m.Turn {
				give = i
			} else if l.worker == m.From && l.turn < m.Turn && c.release(i, l.worker, l.turn) {
				c.lookUp(i, c.requeue) // its report or the lease was lost
			}
		}
	}
	if give < 0 {
		if give = c.next(m.From); give < 0 {
			c.reply(m, None)
			return
		}
		c.addLease(give, m)
	}
	out := Message{
		Kind: Leased, To: m.From, Job: c.spec.Job, Semantics: c.spec.Semantics, Open: len(c.waiting),
		Turn: m.Turn, Chunk: give, Games: c.spec.games(give),
	}
	for _, blob := range c.spec.Content {
		out.Content = append(out.Content, blob.Digest)
	}
	c.send(out)
}

// next returns the chunk to lease: a waiting one, or else one that a worker has
// played for far longer than others took; -1 if there is none.
func (c *Coordinator) next(worker string) int {
	if len(c.waiting) > 0 {
		return c.waiting[0]
	}
	slowest := -1
	for _, i := range c.held {
		k := &c.chunks[i]
		if len(k.leases) == 1 && k.leases[0].worker != worker && c.isSlow(&k.leases[0]) &&
			(slowest < 0 || k.leases[0].since < c.chunks[slowest].leases[0].since) {
			slowest = i
		}
	}
	return slowest
}

// addLease records that a worker plays a chunk.
func (c *Coordinator) addLease(i int, m Message) {
	k := &c.chunks[i]
	k.state = played
	k.leases = append(k.leases, lease{worker: m.From, turn: m.Turn, since: c.now, until: c.now + c.config.Lease})
	c.waiting = without(c.waiting, i)
	if !slices.Contains(c.held, i) {
		c.held = append(c.held, i)
	}
}

// renew extends a lease. A worker whose lease is unknown plays for an earlier
// coordinator of the job or was considered lost; it may continue unless others
// play the chunk.
func (c *Coordinator) renew(m Message) {
	k := &c.chunks[m.Chunk]
	for i := range k.leases {
		if l := &k.leases[i]; l.worker == m.From && l.turn == m.Turn {
			l.until = c.now + c.config.Lease
			c.reply(m, Keep)
			return
		}
	}
	if k.state == waits || k.state == checked {
		c.addLease(m.Chunk, m)
		c.reply(m, Keep)
		return
	}
	c.reply(m, Drop)
}

// release ends a lease and reports whether nobody plays the chunk any more.
func (c *Coordinator) release(i int, worker string, turn int) bool {
	k := &c.chunks[i]
	had := len(k.leases)
	k.leases = slices.DeleteFunc(slices.Clone(k.leases), func(l lease) bool { return l.worker == worker && l.turn == turn })
	return had > 0 && len(k.leases) == 0
}

// fail handles a worker's report that it could not play a chunk.
func (c *Coordinator) fail(m Message, w *knownWorker) {
	alone := c.release(m.Chunk, m.From, m.Turn)
	if s := c.chunks[m.Chunk].state; m.Final && s != counted && s != finished {
		c.end(fmt.Errorf("worker %s: %s", w.name, m.Reason))
		return
	}
	switch {
	case alone && m.Missing && c.shipping > 0:
		c.requeue(m.Chunk) // the content is being stored again
	case alone:
		c.chunkFailed(m.Chunk, w.name, m.Reason)
	}
	if m.Missing && !c.ended {
		c.ship(func() {})
	}
}

// expire ends leases that were not renewed.
func (c *Coordinator) expire() {
	for _, i := range slices.Clone(c.held) {
		k := &c.chunks[i]
		k.leases = slices.DeleteFunc(slices.Clone(k.leases), func(l lease) bool { return c.now >= l.until })
		if len(k.leases) > 0 || k.state != played {
			continue
		}
		c.lookUp(i, c.workerLost)
	}
}

// lookUp asks the server for the result of a chunk that nobody plays any
// more, because its worker may have died after storing the result. It calls
// missing if there is none.
func (c *Coordinator) lookUp(i int, missing func(int)) {
	k := &c.chunks[i]
	k.state = checked
	c.held = without(c.held, i)
	c.ask(Request{Op: Lookup, Job: c.spec.Job, Chunk: i}, func(a Answer) {
		switch {
		case k.state != checked: // its worker has been heard from
		case a.Found || a.Err != "":
			c.count(i, a)
		default:
			missing(i)
		}
	})
}

// workerLost requeues a chunk whose worker was lost, or ends the job if the chunk has
// lost too many workers.
func (c *Coordinator) workerLost(i int) {
	k := &c.chunks[i]
	k.lost++
	games := c.spec.games(i)
	if k.lost >= c.config.Losses {
		c.end(fmt.Errorf("games %d to %d were given to %d workers, and each was lost while it played them", games[0]+1, games[1], k.lost))
		return
	}
	c.notify(Lost, "the worker that played games %d to %d is not heard from; others play them", games[0]+1, games[1])
	c.requeue(i)
}

// recordDuration records how long a chunk took.
func (c *Coordinator) recordDuration(m Message) {
	for _, l := range c.chunks[m.Chunk].leases {
		if l.worker == m.From && l.turn == m.Turn {
			c.workers.took += c.now - l.since
			c.workers.n++
		}
	}
}

// isSlow reports whether a chunk takes far longer than others did.
func (c *Coordinator) isSlow(l *lease) bool {
	w := &c.workers
	return w.n > 0 && c.now-l.since > 3*w.took/Time(w.n)+c.config.Lease
}

// checkWorkers reports missing and slow workers, and gives up if there have been no
// workers for too long.
func (c *Coordinator) checkWorkers() {
	w := &c.workers
	alone := c.now - w.heard
	switch {
	case alone >= c.config.Wait && c.merged+len(c.stored)+c.reading < len(c.chunks):
		c.end(fmt.Errorf("no worker was heard from for %s; sleight worker starts one", shown(alone)))
		return
	case alone < 2*c.config.Beat+time.Second:
		w.warned = 0
	case w.warned == 0 || c.now-w.warned >= w.pause:
		w.warned, w.pause = c.now, max(2*w.pause, 10*time.Second)
		c.notify(NoWorkers, "no worker is heard from; sleight worker starts one")
	}
	for _, i := range c.held {
		for j := range c.chunks[i].leases {
			l := &c.chunks[i].leases[j]
			if l.warned || !c.isSlow(l) {
				continue
			}
			l.warned = true
			games := c.spec.games(i)
			if k, ok := c.find(l.worker); ok {
				c.notify(Slow, "worker %s has played games %d to %d for %s; others took %s", k.name, games[0]+1, games[1], shown(c.now-l.since), shown(w.took/Time(w.n)))
			}
		}
	}
}
