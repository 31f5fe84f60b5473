package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim/experiment"
)

// Work says how a worker works.
type Work struct {
	Name    string // by which failures name it
	Workers int    // how many games at a time; see sim.Plan
	// Done, when set, is told of each chunk: how many games of which game.
	Done func(game string, games int)
	// Load builds content from a loader.
	Load func(*load.Loader) (*rules.Content, error)
}

// keptContents is how many contents a worker keeps.
const keptContents = 8

// Work takes chunks and plays them until the context ends, which is no error:
// what was being played or handed in then is played by others.
func (s *Server) Work(ctx context.Context, w Work) error {
	if err := s.work(ctx, w); ctx.Err() == nil {
		return err
	}
	return nil
}

func (s *Server) work(ctx context.Context, w Work) error {
	jobs, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.patience, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	// One chunk at a time: what is fetched and not played would wait.
	next, err := jobs.Messages(jetstream.PullMaxMessages(1))
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, next.Stop)
	defer stop()
	defer next.Stop()
	p := &player{server: s, work: w, contents: map[string]*rules.Content{}}
	for {
		m, err := next.Next()
		switch {
		case ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed):
			if m != nil {
				_ = m.Nak()
			}
			return nil
		case err != nil:
			return err
		}
		if err := p.take(ctx, m); err != nil {
			return err
		}
	}
}

// player plays chunks.
type player struct {
	server   *Server
	work     Work
	contents map[string]*rules.Content // by the digest of the bundle
}

// take plays the chunk of a message. The result is laid down before the chunk
// is taken off the queue, so that a worker may die in between: the chunk is
// then played twice, and its second result is not counted.
func (p *player) take(ctx context.Context, m jetstream.Msg) error {
	var j job
	if err := unpack(m.Data(), &j); err != nil || j.Format != format {
		return m.NakWithDelay(p.server.patience) // for a worker of its version
	}
	alive, rest := context.WithCancel(ctx)
	defer rest()
	go p.signal(alive, m)
	out := result{Format: format, Chunk: j.Chunk, Worker: p.work.Name}
	content, err := p.content(ctx, &j)
	if err == nil {
		out.Result, err = j.Question.Run(ctx, content, j.Games, experiment.Effort{Workers: p.work.Workers})
	}
	if ctx.Err() != nil {
		return m.Nak() // others play it anew, whole
	}
	if err != nil {
		out.Failure = err.Error()
	}
	data, err := pack(out)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%d", j.Run, j.Chunk)
	if _, err := p.server.js.Publish(ctx, resultSubject+j.Run, data, jetstream.WithMsgID(id)); err != nil {
		return fmt.Errorf("the result cannot be handed in: %w", err)
	}
	if p.work.Done != nil {
		p.work.Done(j.Question.Game, j.Games[1]-j.Games[0])
	}
	return m.Ack()
}

// signal tells the server now and then that a chunk is still being played.
func (p *player) signal(ctx context.Context, m jetstream.Msg) {
	tick := time.NewTicker(p.server.patience / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = m.InProgress()
		}
	}
}

// content fetches what a job is about.
func (p *player) content(ctx context.Context, j *job) (c experiment.Content, err error) {
	if c.New, err = p.bundle(ctx, j.New); err == nil && j.Old != "" {
		c.Old, err = p.bundle(ctx, j.Old)
	}
	return c, err
}

func (p *player) bundle(ctx context.Context, digest string) (*rules.Content, error) {
	if c := p.contents[digest]; c != nil {
		return c, nil
	}
	data, err := p.server.content.GetBytes(ctx, digest)
	if err != nil {
		return nil, fmt.Errorf("the content cannot be fetched: %w", err)
	}
	if archive.Digest(data) != digest {
		return nil, fmt.Errorf("the content that was fetched is not what was asked for")
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
