package dispatch

import (
	"fmt"
	"slices"
)

// Spec is a job: what a coordinator has played.
type Spec struct {
	Job       string
	Semantics string
	// Games is how many games there are, and Size how many a chunk has; the last
	// may have fewer.
	Games, Size int
	// Content is everything that is needed to play. The first blob is the job's
	// record: jobs of one name must have equal ones.
	Content []Blob
}

// Blob is data with its digest.
type Blob struct {
	Digest string
	Data   []byte
}

// Chunks returns how many chunks a job has.
func (s *Spec) Chunks() int { return (s.Games + s.Size - 1) / s.Size }

// games returns the numbers of a chunk's games.
func (s *Spec) games(chunk int) [2]int {
	return [2]int{chunk * s.Size, min(chunk*s.Size+s.Size, s.Games)}
}

// ClashError says that the server has a job of this name with another record.
type ClashError struct{ Job, Have, Want string }

func (e *ClashError) Error() string { return fmt.Sprintf("job %s is another one", e.Job) }

// reads is how many results a coordinator asks for at a time.
const reads = 16

// Coordinator has the chunks of one job played.
type Coordinator struct {
	peer
	spec Spec
	// merge counts a result. It is called once for each chunk.
	merge func(*Result) error

	running  bool
	over     bool // and the workers were told so
	shipping int  // how many blobs are yet to be shipped
	chunks   []chunk
	merged   int
	// waiting are the chunks that nobody plays, in the order in which they are
	// given out; held those that somebody does; stored those whose results are
	// yet to be read, of which some are being read.
	waiting, held, stored []int
	reading               int
	workers               workers
	beat                  Time
	// doubt is when to search for results; 0 while nothing has been lost.
	doubt Time
}

// state is where a chunk is.
type state uint8

const (
	waits    state = iota // for a worker
	played                // by at least one worker
	checked               // whether the worker that was lost has stored its result
	finished              // its result is stored, and yet to be read
	counted
)

// chunk is a chunk of games.
type chunk struct {
	state          state
	leases         []lease
	failures, lost int
}

// lease says that a worker plays a chunk.
type lease struct {
	worker       string
	turn         int
	since, until Time
	warned       bool
}

// NewCoordinator returns a coordinator, which begins at the time now.
func NewCoordinator(id string, spec Spec, config Config, port Port, now Time, merge func(*Result) error) *Coordinator {
	c := &Coordinator{spec: spec, merge: merge, chunks: make([]chunk, spec.Chunks())}
	c.peer = peer{id: id, port: port, config: config, now: now}
	c.workers.heard = now
	c.begin()
	c.settle()
	return c
}

// Counted returns how many chunks are counted.
func (c *Coordinator) Counted() int { return c.merged }

// begin stores the record of the job, or finds the one that it resumes.
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

// list finds what an earlier coordinator of the job has left, and begins.
func (c *Coordinator) list() {
	c.ask(Request{Op: List, Job: c.spec.Job}, func(a Answer) {
		if a.Err != "" {
			c.end(fmt.Errorf("the results cannot be listed: %s", a.Err))
			return
		}
		c.found(a.Chunks)
		if n := len(c.stored); n > 0 {
			c.doubt = c.now + c.config.Silence
			c.tell(Resumed, "job %s goes on: %d of %d chunks were played before", c.spec.Job, n, len(c.chunks))
		}
		for i := range c.chunks {
			if c.chunks[i].state == waits {
				c.waiting = append(c.waiting, i)
			}
		}
		c.running, c.beat = true, c.now
	})
}

// found notes results that are on the server.
func (c *Coordinator) found(chunks []int) {
	for _, i := range chunks {
		if i >= 0 && i < len(c.chunks) && c.chunks[i].state == waits {
			c.finish(i)
		}
	}
}

// search looks for results of workers that this coordinator does not know to
// play, or has given up: they store them all the same.
func (c *Coordinator) search() {
	c.doubt = 0
	c.ask(Request{Op: List, Job: c.spec.Job}, func(a Answer) {
		c.doubt = c.now + c.config.Silence
		c.found(a.Chunks)
	})
}

// Receive takes a message.
func (c *Coordinator) Receive(now Time, m Message) {
	c.at(now)
	if !c.ended {
		c.receive(m)
	}
	c.settle()
}

// Answer takes an answer of the server.
func (c *Coordinator) Answer(now Time, a Answer) {
	c.at(now)
	if !c.ended {
		c.answered(a)
	}
	c.settle()
}

// Tick tells the coordinator the time.
func (c *Coordinator) Tick(now Time) {
	c.at(now)
	if !c.ended {
		c.insist()
		c.expire()
	}
	c.settle()
}

// Abandon ends the coordinator before everything is counted.
func (c *Coordinator) Abandon(now Time) {
	c.at(now)
	c.end(nil)
	c.settle()
}

// settle does what follows from an input, whatever it was.
func (c *Coordinator) settle() {
	c.read()
	if c.running && c.merged == len(c.chunks) {
		c.end(nil)
	}
	if !c.ended && c.now >= c.beat {
		c.beat = c.now + c.config.Beat
		if c.running {
			c.announce("")
			c.watch()
			if c.doubt > 0 && c.now >= c.doubt && !c.ended {
				c.search()
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
	c.alarms(c.beat)
	for _, i := range c.held {
		for _, l := range c.chunks[i].leases {
			c.sooner(l.until)
		}
	}
}

// announce tells all workers, or one, that there is a job.
func (c *Coordinator) announce(to string) {
	c.send(Message{Kind: Open, To: to, Job: c.spec.Job, Semantics: c.spec.Semantics, Open: len(c.waiting)})
}

// finish notes that a chunk's result is stored.
func (c *Coordinator) finish(i int) {
	c.chunks[i].state = finished
	c.chunks[i].leases = nil
	c.waiting = without(c.waiting, i)
	c.held = without(c.held, i)
	c.stored = append(c.stored, i)
}

// read reads results that are stored.
func (c *Coordinator) read() {
	for c.reading < reads && len(c.stored) > 0 && !c.ended {
		i := c.stored[0]
		c.stored = c.stored[1:]
		c.reading++
		c.ask(Request{Op: Look, Job: c.spec.Job, Chunk: i}, func(a Answer) {
			c.reading--
			c.count(i, a)
		})
	}
}

// count counts a chunk's result, or has the chunk played again.
func (c *Coordinator) count(i int, a Answer) {
	k := &c.chunks[i]
	if k.state == counted {
		return
	}
	r := a.Result
	switch {
	case a.Err != "":
		c.spoil(i, "the server", "its result cannot be read: "+a.Err)
	case !a.Found || r.Record != c.spec.Content[0].Digest || r.Chunk != i:
		c.again(i) // of another job, or gone
	case r.Semantics != c.spec.Semantics:
		c.spoil(i, r.Worker, fmt.Sprintf("it was played with semantics %s, not %s", r.Semantics, c.spec.Semantics))
	default:
		if err := c.merge(r); err != nil {
			c.spoil(i, r.Worker, err.Error())
			return
		}
		k.state = counted
		c.merged++
	}
}

// again puts a chunk back to those that wait.
func (c *Coordinator) again(i int) {
	k := &c.chunks[i]
	k.state, k.leases = waits, nil
	c.held = without(c.held, i)
	if !slices.Contains(c.waiting, i) {
		c.waiting = append(c.waiting, i)
	}
}

// spoil notes that a chunk has failed, and has it played again unless that has
// been tried often enough.
func (c *Coordinator) spoil(i int, worker, reason string) {
	k := &c.chunks[i]
	k.failures++
	games := c.spec.games(i)
	if k.failures >= c.config.Failures {
		c.end(fmt.Errorf("games %d to %d failed %d times, last on worker %s: %s", games[0]+1, games[1], k.failures, worker, reason))
		return
	}
	c.tell(Failure, "games %d to %d failed on worker %s: %s; others try again", games[0]+1, games[1], worker, reason)
	c.again(i)
}

func without(list []int, i int) []int {
	if at := slices.Index(list, i); at >= 0 {
		return slices.Delete(list, at, at+1)
	}
	return list
}
