package dispatch

import (
	"fmt"
	"slices"
)

// Spec describes a job: the games that a coordinator distributes to workers.
type Spec struct {
	Job       string
	Semantics string
	// Games is the number of games, and Size the number per chunk; the last
	// chunk may have fewer.
	Games, Size int
	// Content is everything needed to play. The first blob is the job's record;
	// jobs with the same name must have equal records.
	Content []Blob
}

// Blob is data with its digest.
type Blob struct {
	Digest string
	Data   []byte
}

// Chunks returns the number of chunks of a job.
func (s *Spec) Chunks() int { return (s.Games + s.Size - 1) / s.Size }

// games returns the numbers of a chunk's games: the first, and the one after
// the last.
func (s *Spec) games(chunk int) [2]int {
	return [2]int{chunk * s.Size, min(chunk*s.Size+s.Size, s.Games)}
}

// ClashError reports that the server has a job with the same name but another
// record.
type ClashError struct{ Job, Have, Want string }

func (e *ClashError) Error() string {
	return fmt.Sprintf("the server already has a different job %s", e.Job)
}

// maxReads is the maximum number of results that a coordinator requests at a time.
const maxReads = 16

// Coordinator distributes the chunks of one job to workers and counts the
// results.
type Coordinator struct {
	peer
	spec Spec
	// merge counts a result. It is called once per chunk.
	merge func(*Result) error

	running  bool
	over     bool // the end has been announced to the workers
	shipping int  // number of blobs not yet shipped
	chunks   []chunk
	merged   int
	// waiting lists the chunks that nobody plays, in the order in which they
	// will be leased; held lists the chunks being played; stored lists the
	// chunks whose results have yet to be requested.
	waiting, held, stored []int
	reading               int
	workers               workers
	beat                  Time
	// searchAt is when to search for results again; 0 while a search waits for
	// its answer.
	searchAt Time
}

// state is the state of a chunk.
type state uint8

const (
	waits    state = iota // waits for a worker
	played                // is played by at least one worker
	checked               // the server is being asked whether its worker, which has left or was lost, stored the result
	finished              // its result is stored and still to be read
	counted
)

// chunk is the progress of a chunk.
type chunk struct {
	state          state
	leases         []lease
	failures, lost int
}

// lease records that a worker plays a chunk.
type lease struct {
	worker       string
	turn         int
	since, until Time
	warned       bool
}

// NewCoordinator returns a coordinator that begins at the time now.
func NewCoordinator(id string, spec Spec, config Config, port Port, now Time, merge func(*Result) error) *Coordinator {
	c := &Coordinator{spec: spec, merge: merge, chunks: make([]chunk, spec.Chunks())}
	c.peer = peer{id: id, port: port, config: config, now: now}
	c.workers.heard = now
	c.begin()
	c.finishInput()
	return c
}

// Counted returns the number of chunks counted.
func (c *Coordinator) Counted() int { return c.merged }

// begin stores the job's record or, if the job is resumed, checks that the
// stored one is equal.
func (c *Coordinator) begin() {
	c.beat = c.now
	record := c.spec.Content[0]
	c.ask(Request{Op: Begin, Job: c.spec.Job, Data: record.Data}, func(a Answer) {
		if a.Err != "" {
			c.end(fmt.Errorf("the job cannot be stored: %s", a.Err))
			return
		}
		if string(a.Data) != string(record.Data) {
			c.end(&ClashError{c.spec.Job, string(a.Data), string(record.Data)})
			return
		}
		c.ship(func() { c.list() })
	})
}

// ship stores the content on the server.
func (c *Coordinator) ship(then func()) {
	if c.shipping > 0 {
		return
	}
	c.shipping = len(c.spec.Content)
	for _, blob := range c.spec.Content {
		c.ask(Request{Op: Ship, Digest: blob.Digest, Data: blob.Data}, func(a Answer) {
			if a.Err != "" {
				c.end(fmt.Errorf("the content cannot be stored: %s", a.Err))
				return
			}
			if c.shipping--; c.shipping == 0 {
				then()
			}
		})
	}
}

// list finds the results left by an earlier coordinator of the job, and begins.
func (c *Coordinator) list() {
	c.ask(Request{Op: List, Job: c.spec.Job}, func(a Answer) {
		if a.Err != "" {
			c.end(fmt.Errorf("the results cannot be listed: %s", a.Err))
			return
		}
		c.recordStored(a.Chunks)
		if n := len(c.stored); n > 0 {
			c.notify(Resumed, "job %s goes on: %d of %d chunks were played before", c.spec.Job, n, len(c.chunks))
		}
		for i := range c.chunks {
			if c.chunks[i].state == waits {
				c.waiting = append(c.waiting, i)
			}
		}
		c.running, c.beat, c.searchAt = true, c.now, c.now+c.config.Silence
	})
}

// recordStored marks the chunks whose results are already on the server.
func (c *Coordinator) recordStored(chunks []int) {
	for _, i := range chunks {
		if i >= 0 && i < len(c.chunks) && c.chunks[i].state == waits {
			c.markStored(i)
		}
	}
}

// searchResults looks for results of workers that this coordinator does not know of or
// has given up: they store their results anyway. It goes on for as long as the
// job does, because a worker may play for an earlier coordinator of the job
// that had no results yet, and store its first one after this one's list.
func (c *Coordinator) searchResults() {
	c.searchAt = 0
	c.ask(Request{Op: List, Job: c.spec.Job}, func(a Answer) {
		c.searchAt = c.now + c.config.Silence
		c.recordStored(a.Chunks)
	})
}

// Receive handles a message.
func (c *Coordinator) Receive(now Time, m Message) {
	c.setClock(now)
	if !c.ended {
		c.handleMessage(m)
	}
	c.finishInput()
}

// Answer handles an answer from the server.
func (c *Coordinator) Answer(now Time, a Answer) {
	c.setClock(now)
	if !c.ended {
		c.handleAnswer(a)
	}
	c.finishInput()
}

// Tick advances the coordinator's time.
func (c *Coordinator) Tick(now Time) {
	c.setClock(now)
	if !c.ended {
		c.retry()
		c.expire()
	}
	c.finishInput()
}

// Abandon ends the coordinator before everything is counted.
func (c *Coordinator) Abandon(now Time) {
	c.setClock(now)
	c.end(nil)
	c.finishInput()
}

// finishInput does everything that is due after an input.
func (c *Coordinator) finishInput() {
	c.read()
	if c.running && c.merged == len(c.chunks) {
		c.end(nil)
	}
	if !c.ended && c.now >= c.beat {
		c.beat = c.now + c.config.Beat
		if c.running {
			c.announce("")
			c.checkWorkers()
			if c.searchAt > 0 && c.now >= c.searchAt && !c.ended {
				c.searchResults()
			}
		}
	}
	if c.ended {
		if !c.over {
			c.over = true
			c.send(Message{Kind: Over, Job: c.spec.Job})
		}
		return
	}
	c.setAlarms(c.beat)
	for _, i := range c.held {
		for _, l := range c.chunks[i].leases {
			c.wakeBy(l.until)
		}
	}
}

// announce announces the job to all workers, or to one.
func (c *Coordinator) announce(to string) {
	c.send(Message{Kind: Open, To: to, Job: c.spec.Job, Semantics: c.spec.Semantics, Open: len(c.waiting)})
}

// markStored records that a chunk's result is stored.
func (c *Coordinator) markStored(i int) {
	c.chunks[i].state = finished
	c.chunks[i].leases = nil
	c.waiting = without(c.waiting, i)
	c.held = without(c.held, i)
	c.stored = append(c.stored, i)
}

// read requests stored results from the server.
func (c *Coordinator) read() {
	for c.reading < maxReads && len(c.stored) > 0 && !c.ended {
		i := c.stored[0]
		c.stored = c.stored[1:]
		c.reading++
		c.ask(Request{Op: Lookup, Job: c.spec.Job, Chunk: i}, func(a Answer) {
			c.reading--
			c.count(i, a)
		})
	}
}

// count counts a chunk's result, or requeues the chunk if the result is
// unusable.
func (c *Coordinator) count(i int, a Answer) {
	k := &c.chunks[i]
	if k.state == counted {
		return
	}
	r := a.Result
	switch {
	case a.Err != "":
		c.chunkFailed(i, "the server", "its result cannot be read: "+a.Err)
	case !a.Found || r.Record != c.spec.Content[0].Digest || r.Chunk != i:
		c.requeue(i) // belongs to another job, or is gone
	case r.Semantics != c.spec.Semantics:
		c.chunkFailed(i, r.Worker, fmt.Sprintf("it was played with semantics %s, not %s", r.Semantics, c.spec.Semantics))
	default:
		if err := c.merge(r); err != nil {
			c.chunkFailed(i, r.Worker, err.Error())
			return
		}
		k.state = counted
		c.merged++
	}
}

// requeue puts a chunk back into the waiting list.
func (c *Coordinator) requeue(i int) {
	k := &c.chunks[i]
	k.state, k.leases = waits, nil
	c.held = without(c.held, i)
	if !slices.Contains(c.waiting, i) {
		c.waiting = append(c.waiting, i)
	}
}

// chunkFailed records that a chunk has failed. It requeues the chunk, or ends
// the job after too many failures.
func (c *Coordinator) chunkFailed(i int, worker, reason string) {
	k := &c.chunks[i]
	k.failures++
	games := c.spec.games(i)
	if k.failures >= c.config.Failures {
		c.end(fmt.Errorf("games %d to %d failed %d times, last on worker %s: %s", games[0]+1, games[1], k.failures, worker, reason))
		return
	}
	c.notify(Failure, "games %d to %d failed on worker %s: %s; others try again", games[0]+1, games[1], worker, reason)
	c.requeue(i)
}

func without(list []int, i int) []int {
	if at := slices.Index(list, i); at >= 0 {
		return slices.Delete(list, at, at+1)
	}
	return list
}
