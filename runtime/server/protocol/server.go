package protocol

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/quarantine"
	"sleight/runtime/reload"
	"sleight/runtime/server/host"
)

// The limits of a server.
const (
	maxSessions    = 200
	maxSimulations = 2
	maxGames       = 100_000   // per variant
	maxPlayed      = 1_000_000 // over all variants of one simulation
	maxBatch       = 100
	maxEntries     = 10_000 // log entries in one answer
	defaultLegal   = 200
	defaultGames   = 1000
)

// Options configure a server.
type Options struct {
	Content  *rules.Content
	Problems diag.List
	// Source finds the text of a file by the name used in problems, and Files
	// lists all files.
	Source func(file string) ([]byte, bool)
	Files  func() []string
	// WriteFile writes a content file; nil if content is read-only.
	WriteFile func(file string, text []byte) error
	// Folder is the workspace folder that new definitions are written to; empty
	// if there is none.
	Folder string
	// Editor serves the Language Server Protocol on a stream until the context or
	// the stream ends, for the workspace whose URI is Root; nil if there is none.
	Editor func(ctx context.Context, stream io.ReadWriteCloser) error
	// Root is the URI of the folder to which the names of files are relative.
	Root string
	// Committed builds the content as last committed; nil if there is none.
	Committed func() (*rules.Content, error)
	// SessionStore stores the sessions that nobody has used or watched for Idle;
	// nil keeps them in memory until they are closed.
	SessionStore *SessionStore
	Idle         time.Duration // 0 means DefaultIdle
	// Target lets editors debug the sessions; nil lets none.
	Target *debug.Target
	// Log receives incidents; nil discards them.
	Log *slog.Logger
	// Host has the tables of clients with the right Seats or Tables.
	Host *host.Host
	// Language is the language of clients that have not chosen one.
	Language locale.Language
}

// Server holds sessions and the clients that watch them. It is safe for
// concurrent use.
type Server struct {
	options Options
	methods map[string]method
	log     *slog.Logger

	fetching host.Lock // held while a stored session is fetched; locked before mutex

	mutex   sync.Mutex // guards the fields below
	content *rules.Content
	// previous is the content that was live before the last save; nil before
	// the first.
	previous    *rules.Content
	problems    diag.List
	broken      bool
	failing     map[string]map[string]bool // names of failed tests, by PACK:KIND/ID
	sessions    map[string]*liveSession
	clients     map[*Client]bool
	stored      map[string]*stored // by id
	opened      int
	simulations int
}

// NewServer returns a server with the sessions in its store.
func NewServer(o Options) *Server {
	s := &Server{
		options: o, log: o.Log, content: o.Content, problems: o.Problems, methods: map[string]method{},
		fetching: host.NewLock(), failing: map[string]map[string]bool{}, sessions: map[string]*liveSession{}, stored: map[string]*stored{}, clients: map[*Client]bool{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.options.Idle <= 0 {
		s.options.Idle = DefaultIdle
	}
	if s.options.SessionStore != nil {
		s.loadStored()
	}
	for _, m := range methods() {
		s.methods[m.name] = m
	}
	if o.Target != nil {
		o.Target.Stopped = func(at string) { s.broadcast("debugger", encoded("debugger", EditorStop{at})) }
	}
	return s
}

func (s *Server) live() *rules.Content {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.content
}

// broadcast sends a message to every client, replacing an unread one with the same
// key.
func (s *Server) broadcast(key string, message func() []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for c := range s.clients {
		if c.rights.allow(ordinary) {
			c.post(key, message)
		}
	}
}

// minNotifyInterval is the minimum time between two notifications to the watchers of a
// session: short enough for movement to look smooth.
const minNotifyInterval = time.Second / 30

// changed notifies the watchers of a session that it has changed: at once after
// a quiet period, otherwise after minNotifyInterval. A game thus sends at most
// 30 notifications a second, however fast it runs.
func (s *Server) changed(t *liveSession) {
	if t.pending.Swap(true) {
		return // the pending notification will include this change, too
	}
	if wait := minNotifyInterval - time.Since(time.Unix(0, t.noticed.Load())); wait > 0 {
		time.AfterFunc(wait, func() { s.notify(t) })
		return
	}
	s.notify(t)
}

// notify sends the watchers of a session its state as of when they read it.
func (s *Server) notify(t *liveSession) {
	t.noticed.Store(time.Now().UnixNano())
	t.pending.Store(false)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := "changed " + t.id
	notifications := map[viewKey]func() []byte{}
	for c := range s.clients {
		player, ok := c.watching[t.id]
		if !ok {
			continue
		}
		who := viewKey{player, c.lang()}
		if notifications[who] == nil {
			notifications[who] = func() []byte { return t.changedNotification(who) }
		}
		c.post(key, notifications[who])
	}
}

// HandleEdit handles the outcome of an edit: it swaps valid content into the
// running games and notifies every client. It may be called between any two
// commands, by one goroutine at a time.
func (s *Server) HandleEdit(o reload.Outcome[*rules.Content]) {
	s.mutex.Lock()
	before := s.content
	known := s.problems
	s.problems, s.broken = o.Diagnostics, !o.Published
	if o.Published {
		if before.Catalog.Digest != o.Value.Catalog.Digest {
			s.previous = before
		}
		s.content = o.Value
	}
	var sessions []*liveSession
	for _, t := range s.sessions {
		sessions = append(sessions, t)
	}
	s.mutex.Unlock()
	if o.Published {
		packs, changed := packDifferences(before.Catalog, o.Value.Catalog, quarantine.Excludes(o.Diagnostics, known))
		r := ContentReloaded{
			Files: append([]string{}, o.Files...), Packs: packs, Definitions: differences(changed),
			Took: float64(o.Took.Microseconds()) / 1000,
		}
		for _, t := range sessions {
			r.Notes = append(r.Notes, s.explain(t.swap(o.Value))...)
			s.options.Target.Renewed(t.session, t.mutex)
			s.changed(t)
		}
		s.broadcast("reloaded", encoded("reloaded", r))
		if s.options.Host != nil {
			s.options.Host.SetContent(o.Value)
		}
	}
	s.broadcast("problems", encoded("problems", s.Problems()))
	if o.Published {
		s.testSaved(before, o)
	}
}

// testSaved runs the tests of the saved files and notifies every client of the
// results.
func (s *Server) testSaved(before *rules.Content, o reload.Outcome[*rules.Content]) {
	chosen := contenttest.Changed(before, o.Value, o.Files)
	if chosen == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	results := contenttest.Run(ctx, o.Value, contenttest.Options{Filter: chosen})
	if len(results) > 0 {
		s.recordFailures(results, true)
		s.broadcast("tested", encoded("tested", s.tested(results, false)))
	}
}

// Problems lists the problems of the content on disk.
func (s *Server) Problems() Problems {
	s.mutex.Lock()
	list, broken := s.problems, s.broken
	s.mutex.Unlock()
	return Problems{Broken: broken, Problems: s.explain(list)}
}
