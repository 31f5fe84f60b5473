package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
)

// WorkerOptions configures a worker.
type WorkerOptions struct {
	Name    string // name of the worker in notices
	Workers int    // games at a time; see sim.Plan
	// Done, if set, is called after each chunk with the game and the number of
	// plays.
	Done func(game string, games int)
	// Load builds content from a loader.
	Load func(*load.Loader) (*rules.Content, error)
}

const (
	// keptBlobs is the number of records and bundles that a worker caches, and
	// keptContents the number of built contents.
	keptBlobs    = 32
	keptContents = 8
)

// Work plays chunks until the context ends, which is not an error: other
// workers then play the current chunk.
func (s *Server) Work(ctx context.Context, w WorkerOptions) error {
	n, err := s.join(workers)
	if err != nil {
		return err
	}
	p := &player{node: n, work: w, blobs: map[string][]byte{}, contents: map[string]*rules.Content{}}
	p.machine = dispatch.NewWorker(n.id, w.Name, s.options.Semantics, s.config, n, p, s.now())
	err = n.run(ctx, p.machine) // whose end stops what is played
	if ctx.Err() == nil {
		return s.cause(err)
	}
	p.machine.Leave(s.now())
	_ = s.connection.FlushTimeout(s.config.Reply / 4)
	return nil
}

// player plays chunks one at a time, each in its own goroutine.
type player struct {
	node    *node
	work    WorkerOptions
	machine *dispatch.Worker
	blobs   map[string][]byte // by digest
	cancel  context.CancelFunc

	playing  sync.Mutex // guards the fields below; held while a chunk is played
	contents map[string]*rules.Content
}

// Has implements dispatch.Player.
func (p *player) Has(digest string) bool { return p.blobs[digest] != nil }

// Keep implements dispatch.Player.
func (p *player) Keep(digest string, data []byte) error {
	if blob(data).Digest != digest {
		return errors.New("the content that was fetched is not what its digest says")
	}
	if len(p.blobs) >= keptBlobs {
		clear(p.blobs) // blobs still needed are fetched again
	}
	p.blobs[digest] = data
	return nil
}

// Play implements dispatch.Player.
func (p *player) Play(lease dispatch.Message) {
	ctx, cancel := context.WithCancel(p.node.ctx)
	p.cancel = cancel
	blobs := make([][]byte, len(lease.Content))
	for i, digest := range lease.Content {
		blobs[i] = p.blobs[digest]
	}
	go func() {
		defer cancel()
		p.playing.Lock()
		defer p.playing.Unlock()
		game, data, err := p.play(ctx, lease, blobs)
		if ctx.Err() != nil {
			return
		}
		p.node.input(func() {
			p.machine.Played(p.node.server.now(), lease.Turn, data, err, true)
			if err == nil && p.work.Done != nil {
				p.work.Done(game, lease.Games[1]-lease.Games[0])
			}
		})
	}()
}

// Stop implements dispatch.Player.
func (p *player) Stop() {
	if p.cancel != nil {
		p.cancel()
	}
}

// play plays a chunk and returns its encoded result.
func (p *player) play(ctx context.Context, lease dispatch.Message, blobs [][]byte) (game string, data []byte, err error) {
	var r record
	if err := json.Unmarshal(blobs[0], &r); err != nil {
		return "", nil, fmt.Errorf("the record of job %s is damaged: %w", lease.Job, err)
	}
	if r.Semantics != p.node.server.options.Semantics {
		return "", nil, fmt.Errorf("job %s is played with semantics %s, not %s", lease.Job, r.Semantics, p.node.server.options.Semantics)
	}
	if g := lease.Games; g[0] < 0 || g[0] >= g[1] || g[1] > r.Question.N {
		return "", nil, fmt.Errorf("job %s has no games %d to %d", lease.Job, g[0]+1, g[1])
	}
	var c experiment.Content
	for i, digest := range lease.Content {
		var err error
		switch digest {
		case r.New:
			c.New, err = p.content(digest, blobs[i])
		case r.Old:
			c.Old, err = p.content(digest, blobs[i])
		}
		if err != nil {
			return "", nil, err
		}
	}
	if c.New == nil || r.Old != "" && c.Old == nil && r.Old != r.New {
		return "", nil, fmt.Errorf("job %s does not name its content", lease.Job)
	}
	if r.Old == r.New {
		c.Old = c.New
	}
	result, err := r.Question.Run(ctx, c, sim.Range(lease.Games), experiment.RunOptions{Workers: p.work.Workers})
	if err != nil {
		return "", nil, err
	}
	data, err = json.Marshal(result)
	return r.Question.Game, data, err
}

// content returns the content of a bundle, building it if it is not cached.
func (p *player) content(digest string, data []byte) (*rules.Content, error) {
	if c := p.contents[digest]; c != nil {
		return c, nil
	}
	loader, err := archive.OpenBundle(data)
	if err != nil {
		return nil, err
	}
	c, err := p.work.Load(loader)
	if err != nil {
		return nil, err
	}
	if len(p.contents) >= keptContents {
		clear(p.contents)
	}
	p.contents[digest] = c
	return c, nil
}
