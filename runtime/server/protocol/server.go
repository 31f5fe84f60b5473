package protocol

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/reload"
)

// The bounds of a server.
const (
	maxSessions    = 200
	maxSimulations = 2
	maxGames       = 100_000   // of one variant
	maxPlayed      = 1_000_000 // of all variants of one simulation
	maxBatch       = 100
	maxEntries     = 10_000 // of a log in one answer
	defaultLegal   = 200
	defaultGames   = 1000
)

// Options say what a server works with.
type Options struct {
	Content  *rules.Content
	Problems diag.List
	// Source finds the text of a file by the name that problems give.
	Source func(file string) ([]byte, bool)
	// Store writes a file of content; nil where nothing can be written.
	Store func(file string, text []byte) error
	// Committed builds the content as it was committed last; nil where there
	// is none.
	Committed func() (*rules.Content, error)
	// Shelf takes the sessions that nobody has used or watched for as long as Idle
	// says; nil keeps them until they are closed.
	Shelf *Shelf
	Idle  time.Duration // 0 means DefaultIdle
	// Log takes incidents; nil is nowhere.
	Log *slog.Logger
	// Language is what clients get texts in that have not said otherwise.
	Language locale.Language
}

// Server holds sessions and the clients that watch them. It may be used by any
// number of goroutines.
type Server struct {
	options Options
	methods map[string]method
	log     *slog.Logger

	fetching sync.Mutex // held while a stored session is fetched, before the mutex

	mutex   sync.Mutex // guards what follows
	content *rules.Content
	// previous is what was live before the last save; nil before the first.
	previous    *rules.Content
	problems    diag.List
	broken      bool
	failing     map[string]int // failed tests, by PACK:KIND/ID
	tables      map[string]*table
	clients     map[*Client]bool
	stored      map[string]*stored // by their ids
	opened      int
	simulations int
}

// NewServer makes a server whose sessions are those of its shelf.
func NewServer(o Options) *Server {
	s := &Server{
		options: o, log: o.Log, content: o.Content, problems: o.Problems, methods: map[string]method{},
		failing: map[string]int{}, tables: map[string]*table{}, stored: map[string]*stored{}, clients: map[*Client]bool{},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.options.Idle <= 0 {
		s.options.Idle = DefaultIdle
	}
	if s.options.Shelf != nil {
		s.unshelve()
	}
	for _, m := range methods() {
		s.methods[m.name] = m
	}
	return s
}

func (s *Server) live() *rules.Content {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.content
}

// tell gives every client a message in place of an older one of the same key.
func (s *Server) tell(key string, message func() []byte) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for c := range s.clients {
		c.post(key, message)
	}
}

// pace is how long the watchers of a session wait at least from one notice to
// the next: as long as a picture stays to look like movement.
const pace = time.Second / 30

// changed tells those who watch a session that it has changed: at once after a
// while of quiet, else when the pace allows. So the game pays for its watchers
// 30 times a second at most, however fast it goes.
func (s *Server) changed(t *table) {
	if t.pending.Swap(true) {
		return // of this, too, they will be told
	}
	if wait := pace - time.Since(time.Unix(0, t.noticed.Load())); wait > 0 {
		time.AfterFunc(wait, func() { s.notify(t) })
		return
	}
	s.notify(t)
}

// notify tells those who watch a session how it stands when they read it.
func (s *Server) notify(t *table) {
	t.noticed.Store(time.Now().UnixNano())
	t.pending.Store(false)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := "changed " + t.id
	letters := map[sight]func() []byte{}
	for c := range s.clients {
		player, ok := c.watching[t.id]
		if !ok {
			continue
		}
		eyes := sight{player, c.lang()}
		if letters[eyes] == nil {
			letters[eyes] = func() []byte { return t.changed(eyes) }
		}
		c.post(key, letters[eyes])
	}
}

// Take deals with what became of a save on disk: it puts good content under
// the running games and tells every client. It may be called between any two
// commands, by one goroutine at a time.
func (s *Server) Take(o reload.Outcome[*rules.Content]) {
	s.mutex.Lock()
	before := s.content
	s.problems, s.broken = o.Diagnostics, !o.Published
	if o.Published {
		if before.Catalog.Digest != o.Value.Catalog.Digest {
			s.previous = before
		}
		s.content = o.Value
	}
	var tables []*table
	for _, t := range s.tables {
		tables = append(tables, t)
	}
	s.mutex.Unlock()
	if o.Published {
		changed := def.Diff(before.Catalog, o.Value.Catalog)
		r := Reloaded{
			Files: append([]string{}, o.Files...), Definitions: differences(changed),
			Took: float64(o.Took.Microseconds()) / 1000,
		}
		for _, t := range tables {
			r.Notes = append(r.Notes, s.explain(t.swap(o.Value))...)
			s.changed(t)
		}
		s.tell("reloaded", encoded("reloaded", r))
	}
	s.tell("problems", encoded("problems", s.Problems()))
	if o.Published {
		s.testSaved(before, o)
	}
}

// testSaved runs the tests of what was saved, and tells every client what came of
// them.
func (s *Server) testSaved(before *rules.Content, o reload.Outcome[*rules.Content]) {
	chosen := contenttest.Changed(before, o.Value, o.Files)
	if chosen == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	results := contenttest.Run(ctx, o.Value, contenttest.Options{Filter: chosen})
	if len(results) > 0 {
		s.remember(results)
		s.tell("tested", encoded("tested", s.tested(results, false)))
	}
}

// Problems is what is wrong with the content on disk.
func (s *Server) Problems() Problems {
	s.mutex.Lock()
	list, broken := s.problems, s.broken
	s.mutex.Unlock()
	return Problems{Broken: broken, Problems: s.explain(list)}
}
