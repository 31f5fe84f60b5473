// Package dispatch shares the chunks of jobs among workers: two state machines,
// a coordinator for each job and a worker for each machine.
//
// Layer sim. The machines have no clock, no network and no goroutine: messages,
// answers of the server and the time go in, messages and requests come out
// through a port. Package queue connects them over NATS; the tests run them on a
// simulated network.
//
// A coordinator leases a chunk to a worker, which renews the lease while it
// plays, stores the result on the server and then says so. The coordinator
// counts what it reads back from the server, each chunk once. So every message
// may be lost, doubled, delayed or reordered, every process may die at every
// step, and what a job has stored outlives its coordinator.
package dispatch

import "time"

// Time is the time since some moment, which is the same for all inputs of one
// machine.
type Time = time.Duration

// Config holds the periods of the protocol. All machines of a queue must agree
// on them.
type Config struct {
	// Beat is the period of announcements.
	Beat Time
	// Lease is how long a chunk stays with a worker that is not heard from.
	Lease Time
	// Silence is how long a worker plays for a coordinator that it does not
	// hear from.
	Silence Time
	// Reply is how long a machine waits for a reply before it asks again, at
	// first; Pause bounds how long it waits after several attempts.
	Reply, Pause Time
	// Report is how long a worker tries to say what came of a chunk before it
	// goes on: the coordinator finds the result on the server anyway.
	Report Time
	// Wait is how long a machine goes on without the server, and a coordinator
	// without workers, before it gives up.
	Wait Time
	// Failures is how often a chunk may fail, and Losses how often it may be
	// lost with its worker, before its job is given up.
	Failures, Losses int
}

// Usual returns the usual periods.
func Usual() Config {
	return Config{
		Beat: 2 * time.Second, Lease: 15 * time.Second, Silence: 40 * time.Second,
		Reply: 2 * time.Second, Pause: 8 * time.Second, Report: 10 * time.Second, Wait: 10 * time.Minute,
		Failures: 5, Losses: 10,
	}
}

// Kind says what a message is about.
type Kind string

// The kinds of messages. Those in the same line belong together: a worker
// repeats the first until the coordinator answers with one of the others.
const (
	Open Kind = "open" // coordinator to all workers: a job has chunks to play
	Over Kind = "over" // coordinator to all workers: a job needs nobody any more

	Hello Kind = "hello" // worker to all coordinators: it is there
	Leave Kind = "leave" // worker to coordinator: it plays a chunk no longer

	Take, Leased, None = Kind("take"), Kind("leased"), Kind("none")
	Alive, Keep, Drop  = Kind("alive"), Kind("keep"), Kind("drop")
	Done, Failed, Read = Kind("done"), Kind("failed"), Kind("read")
)

// Message is what machines tell each other. Which fields are set depends on
// its kind.
type Message struct {
	Kind Kind   `json:"kind"`
	From string `json:"from"`
	// To is the machine that it is for; empty means all workers, or all
	// coordinators, as its kind says.
	To  string `json:"to,omitempty"`
	Job string `json:"job,omitempty"`
	// Semantics is the digest of the rules that the sender plays by.
	Semantics string `json:"semantics,omitempty"`
	// Open is how many chunks nobody plays.
	Open int `json:"open,omitempty"`
	// Turn numbers the attempts of a worker to get and play a chunk.
	Turn  int `json:"turn,omitempty"`
	Chunk int `json:"chunk,omitempty"`
	// Sent is when an Alive was sent, in the worker's time; its answer repeats
	// it, so that an answer that comes late is no new sign of life.
	Sent Time `json:"sent,omitempty"`
	// Games are the numbers of the chunk's games: the first, and the one after
	// the last.
	Games [2]int `json:"games"`
	// Content lists the digests of the blobs that are needed to play, the job's
	// record first.
	Content []string `json:"content,omitempty"`
	// Name is what people call the worker.
	Name string `json:"name,omitempty"`
	// Reason says why a chunk failed, Final that it would do so anywhere, and
	// Missing that the server lacks its content.
	Reason  string `json:"reason,omitempty"`
	Final   bool   `json:"final,omitempty"`
	Missing bool   `json:"missing,omitempty"`
}

// Result is what came of a chunk.
type Result struct {
	Semantics string
	// Record is the digest of the record of the job that it was played for.
	Record string
	Chunk  int
	Worker string
	Data   []byte
}

// Op is something that the server does.
type Op string

// The operations of the server. All may be repeated.
const (
	Begin Op = "begin" // stores the record of a job unless there is one; answers with the one there is
	Ship  Op = "ship"  // stores a blob under its digest
	Fetch Op = "fetch" // answers with a blob
	Store Op = "store" // stores the result of a chunk, instead of an earlier one
	Look  Op = "look"  // answers with the result of a chunk
	List  Op = "list"  // answers with the chunks that have results
)

// Request is a question to the server.
type Request struct {
	ID     int
	Op     Op
	Job    string
	Chunk  int
	Digest string
	Data   []byte
	Result *Result
}

// Answer answers a request.
type Answer struct {
	ID     int
	Found  bool
	Data   []byte
	Result *Result
	Chunks []int
	// Err says what went wrong; Final that it would do so again.
	Err   string
	Final bool
}

// Port is how a machine reaches the others and the server. Its methods are
// called while the machine takes an input, and must not call it back.
type Port interface {
	Send(Message)
	Ask(Request)
	Tell(Notice)
}

// Player is how a worker plays.
type Player interface {
	// Has reports whether a blob is known, and Keep takes one that was fetched.
	// It returns an error if the data is not what the digest says.
	Has(digest string) bool
	Keep(digest string, data []byte) error
	// Play begins to play a leased chunk. The outcome goes to Worker.Played.
	Play(lease Message)
	// Stop ends playing; there will be no outcome.
	Stop()
}
