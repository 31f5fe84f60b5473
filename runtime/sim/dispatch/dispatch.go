// Package dispatch distributes the chunks of jobs to workers. It contains two
// state machines: a coordinator for each job and a worker for each machine.
//
// Layer sim. The state machines have no clock, network or goroutine of their
// own: messages, answers from the server and the time go in; messages and
// requests come out through a port. Package queue connects them over NATS; the
// tests run them on a simulated network.
//
// A coordinator leases a chunk to a worker, which renews the lease while it
// plays, stores the result on the server and then reports it. The coordinator
// counts the results that it reads back from the server, each chunk once.
// Therefore any message may be lost, duplicated, delayed or reordered, any
// process may die at any step, and the results of a job outlive its
// coordinator.
package dispatch

import "time"

// Time is the time since some moment that is the same for all inputs of one
// machine.
type Time = time.Duration

// Config holds the periods of the protocol. All machines of a queue must agree
// on them.
type Config struct {
	// Beat is the period of announcements.
	Beat Time
	// Lease is how long a chunk stays leased to a worker that is not heard
	// from.
	Lease Time
	// Silence is how long a worker keeps playing for a coordinator that it does
	// not hear from.
	Silence Time
	// Reply is how long a machine first waits for a reply before it asks again;
	// Pause is the longest wait after several attempts.
	Reply, Pause Time
	// Report is how long a worker tries to report the outcome of a chunk before
	// it moves on: the coordinator finds the result on the server anyway.
	Report Time
	// Wait is how long a machine continues without the server, and a
	// coordinator without workers, before it gives up.
	Wait Time
	// Failures is how often a chunk may fail, and Losses how often its worker
	// may be lost, before the job is given up.
	Failures, Losses int
}

// DefaultConfig returns the default periods.
func DefaultConfig() Config {
	return Config{
		Beat: 2 * time.Second, Lease: 15 * time.Second, Silence: 40 * time.Second,
		Reply: 2 * time.Second, Pause: 8 * time.Second, Report: 10 * time.Second, Wait: 10 * time.Minute,
		Failures: 5, Losses: 10,
	}
}

// Kind is the kind of a message.
type Kind string

// The kinds of messages. Those on the same line belong together: a worker
// repeats the first until the coordinator answers with one of the others.
const (
	Open Kind = "open" // coordinator to all workers: a job has chunks to play
	Over Kind = "over" // coordinator to all workers: a job needs no more workers

	Hello Kind = "hello" // worker to all coordinators: it is available
	Leave Kind = "leave" // worker to coordinator: it no longer plays a chunk

	Take, Leased, None = Kind("take"), Kind("leased"), Kind("none")
	Alive, Keep, Drop  = Kind("alive"), Kind("keep"), Kind("drop")
	Done, Failed, Read = Kind("done"), Kind("failed"), Kind("read")
)

// Message is a message between machines. Its kind determines which fields are
// set.
type Message struct {
	Kind Kind   `json:"kind"`
	From string `json:"from"`
	// To is the receiving machine; empty means all workers or all coordinators,
	// depending on the kind.
	To  string `json:"to,omitempty"`
	Job string `json:"job,omitempty"`
	// Semantics is the digest of the sender's rules.
	Semantics string `json:"semantics,omitempty"`
	// Open is the number of chunks that nobody plays.
	Open int `json:"open,omitempty"`
	// Turn numbers the attempts of a worker to get and play a chunk.
	Turn  int `json:"turn,omitempty"`
	Chunk int `json:"chunk,omitempty"`
	// Sent is when an Alive was sent, in the worker's time. The answer repeats
	// it, so that a late answer does not count as a new sign of life.
	Sent Time `json:"sent,omitempty"`
	// Games are the numbers of the chunk's games: the first, and the one after
	// the last.
	Games [2]int `json:"games"`
	// Content lists the digests of the blobs needed to play, the job's record
	// first.
	Content []string `json:"content,omitempty"`
	// Name is the worker's name, for people.
	Name string `json:"name,omitempty"`
	// Reason says why a chunk failed; Final reports whether it would fail on
	// every worker, and Missing whether the server lacks its content.
	Reason  string `json:"reason,omitempty"`
	Final   bool   `json:"final,omitempty"`
	Missing bool   `json:"missing,omitempty"`
}

// Result is the result of a chunk.
type Result struct {
	Semantics string
	// Record is the digest of the record of the job that the chunk belongs to.
	Record string
	Chunk  int
	Worker string
	Data   []byte
}

// Op is a server operation.
type Op string

// The server operations. All of them may be repeated.
const (
	Begin  Op = "begin" // stores the record of a job unless there is one; answers with the stored record
	Ship   Op = "ship"  // stores a blob under its digest
	Fetch  Op = "fetch" // answers with a blob
	Store  Op = "store" // stores the result of a chunk, replacing an earlier one
	Lookup Op = "look"  // answers with the result of a chunk
	List   Op = "list"  // answers with the chunks that have results
)

// Request is a request to the server. A repeated request has the same ID.
type Request struct {
	ID int
	// From is the machine that asks. The port may set it: From and ID identify a
	// request among those of all machines.
	From   string `json:",omitempty"`
	Op     Op
	Job    string
	Chunk  int
	Digest string
	Data   []byte
	Result *Result
}

// Answer is the server's answer to a request.
type Answer struct {
	ID     int
	Found  bool
	Data   []byte
	Result *Result
	Chunks []int
	// Err describes the failure; Final reports whether it would fail again.
	Err   string
	Final bool
}

// Port connects a machine to other machines and the server. Its methods are
// called while the machine handles an input and must not call back into it.
type Port interface {
	Send(Message)
	Ask(Request)
	Notify(Notice)
}

// Player plays chunks for a worker.
type Player interface {
	// Has reports whether a blob is known. Keep adds a fetched blob, or returns
	// an error if the data does not match the digest.
	Has(digest string) bool
	Keep(digest string, data []byte) error
	// Play starts playing a leased chunk. The outcome is passed to
	// Worker.Played.
	Play(lease Message)
	// Stop stops playing; no outcome is passed.
	Stop()
}
