// Package queue distributes the games of a question to several machines through
// a NATS server with JetStream.
//
// Layer sim. Package dispatch decides who plays what; this package carries its
// messages, keeps content and results on the server, and plays. Content is
// addressed by its digest and sent once to each worker.
package queue

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/sim/dispatch"
)

// version is the version of the queue's protocol.
const version = "2"

// The stream and the store on the server, and the subjects of messages. Their
// names contain the protocol version.
const (
	resultStream = "SLEIGHT_RESULTS_" + version
	contentStore = "SLEIGHT_CONTENT"

	resultSubject = "sleight.v" + version + ".results." // JOB.CHUNK, or JOB.record
	toNode        = "sleight.v" + version + ".node."
)

// kind is a kind of machine. A machine receives the messages to all machines of
// its kind, of every protocol version, in order to report foreign ones.
type kind string

const (
	workers kind = "workers"
	jobs    kind = "jobs"
)

// subject returns the subject of messages to all machines of a kind.
func (k kind) subject(version string) string { return "sleight." + version + "." + string(k) }

const (
	// keepFor is how long the server keeps results and content.
	keepFor = 7 * 24 * time.Hour
	// maxMessage is the maximum size of an unpacked message in bytes.
	maxMessage = 256 << 20
	// callTimeout and transferTimeout are the timeouts of one attempt to reach the server,
	// for messages and for content.
	callTimeout     = 5 * time.Second
	transferTimeout = 30 * time.Second
)

// Options configures the use of a server.
type Options struct {
	// Semantics is the digest of this program's rules.
	Semantics string
	// Wait is how long the server may be unreachable before this side gives up.
	Wait time.Duration
	// Notify, if set, is called with notices for people who wait. Calls do not
	// overlap.
	Notify func(dispatch.Notice)
}

// Server is a connection to a NATS server, with the stream and the store of the
// queue.
type Server struct {
	url        string
	options    Options
	config     dispatch.Config
	connection *nats.Conn
	began      time.Time
	notifying  sync.Mutex

	mutex   sync.Mutex // guards the fields below
	js      jetstream.JetStream
	results jetstream.Stream
	content jetstream.ObjectStore
	// lost is when the connection was lost; zero while connected.
	lost time.Time
}

// jobName matches valid job names.
var jobName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Connect opens the queue on a server and creates its stream and store if they
// are missing. It waits for a server that does not answer.
func Connect(ctx context.Context, url string, o Options) (*Server, error) {
	config := dispatch.DefaultConfig()
	config.Wait = o.Wait
	return connect(ctx, url, o, config)
}

func connect(ctx context.Context, url string, o Options, config dispatch.Config) (*Server, error) {
	s := &Server{url: url, options: o, config: config, began: time.Now()}
	var said time.Duration // how long Connect had waited at the last notice
	for pause := config.Reply / 4; ; pause = min(2*pause, config.Pause) {
		last := s.dial(ctx)
		if last == nil {
			return s, nil
		}
		if errors.Is(last, nats.ErrNoServers) {
			last = errors.New("no server answers")
		}
		waited := time.Since(s.began)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !temporary(last) || config.Wait == 0:
			return nil, fmt.Errorf("%s: %w", url, last)
		case waited >= config.Wait:
			return nil, fmt.Errorf("%s: %w, for %s now", url, last, waited.Round(time.Second))
		case waited >= 2*said:
			said = waited
			s.notify(dispatch.Notice{About: dispatch.NoServer, Text: fmt.Sprintf("%s: %v; trying again until %s have passed", url, last, config.Wait)})
		}
		pause = min(pause, config.Wait-waited)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// dial makes one attempt to connect.
func (s *Server) dial(ctx context.Context) (err error) {
	s.connection, err = nats.Connect(s.url, nats.Name("sleight"),
		nats.Timeout(2*time.Second), nats.PingInterval(3*time.Second), nats.MaxPingsOutstanding(2),
		// Nothing is buffered while the server is unreachable: the machines
		// send again what still matters.
		nats.MaxReconnects(-1), nats.ReconnectBufSize(-1),
		nats.CustomReconnectDelay(func(attempts int) time.Duration {
			return min(s.config.Pause, s.config.Reply/8<<min(attempts, 10))
		}),
		nats.DisconnectErrHandler(func(c *nats.Conn, _ error) { s.setLost(c, time.Now()) }),
		nats.ReconnectHandler(func(c *nats.Conn) { s.setLost(c, time.Time{}) }))
	if err != nil {
		return err
	}
	if err = s.open(ctx); err != nil {
		s.connection.Close()
	}
	return err
}

// setLost records when the connection was lost, or, with a zero time, that it
// is back.
func (s *Server) setLost(c *nats.Conn, at time.Time) {
	if c.IsClosed() {
		return
	}
	s.mutex.Lock()
	s.lost = at
	s.mutex.Unlock()
	if at.IsZero() {
		s.notify(dispatch.Notice{About: dispatch.NoServer, Text: s.url + ": the server is back"})
		return
	}
	s.notify(dispatch.Notice{About: dispatch.NoServer, Text: fmt.Sprintf("%s: the server is unreachable; trying again until %s have passed", s.url, s.config.Wait)})
}

// lossError returns an error if the server has been unreachable for too long.
func (s *Server) lossError() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.lost.IsZero() || time.Since(s.lost) < s.config.Wait {
		return nil
	}
	return s.unreachableError()
}

func (s *Server) unreachableError() error {
	return fmt.Errorf("the server has been unreachable for %s", time.Since(s.lost).Round(time.Second))
}

// cause returns why a machine has given up: the server, if it is unreachable,
// otherwise err.
func (s *Server) cause(err error) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.lost.IsZero() {
		err = s.unreachableError()
	}
	return fmt.Errorf("%s: %w", s.url, err)
}

// temporary reports whether an error may resolve itself.
func temporary(err error) bool {
	for _, lasting := range []error{
		nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrAccountAuthExpired, nats.ErrSecureConnRequired,
		nats.ErrSecureConnWanted, nats.ErrNkeysNotSupported, nats.ErrNoUserCB, nats.ErrInvalidArg,
		jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount, nats.ErrMaxPayload,
	} {
		if errors.Is(err, lasting) {
			return false
		}
	}
	return !unreadable(err)
}

func (s *Server) notify(n dispatch.Notice) {
	if s.options.Notify != nil {
		s.notifying.Lock()
		defer s.notifying.Unlock()
		s.options.Notify(n)
	}
}

// Close ends the connection.
func (s *Server) Close() { s.connection.Close() }

// now returns the time that is passed to machines.
func (s *Server) now() dispatch.Time { return time.Since(s.began) + 1 }
