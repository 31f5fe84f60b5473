package queue

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sleight/runtime/content/archive"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// usualChunks is into how many chunks the games of a question are put when
// nothing else is said.
const usualChunks = 200

// Ask is a question for the workers of a queue.
type Ask struct {
	Question experiment.Question
	// New and Old are bundles of content, as pack.Loader makes them; Old only
	// for comparisons.
	New, Old []byte
	// Chunk is how many games a worker takes at a time; 0 means a two-hundredth
	// of all.
	Chunk int
	// Progress, when set, is told now and then how many games are done.
	Progress func(done int)
}

// Run has workers play a question's games, and returns what came of them. When
// the context ends, what has arrived by then is the result.
func (s *Server) Run(ctx context.Context, a Ask) (*sim.Result, error) {
	chunk := a.Chunk
	if chunk <= 0 {
		chunk = max(1, a.Question.N/usualChunks)
	}
	run := nats.NewInbox()[len(nats.InboxPrefix):]
	arrived, err := s.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject + run}})
	if err != nil {
		return nil, err
	}
	defer s.forget(run)
	if err := s.publish(ctx, run, chunk, a); err != nil {
		return nil, err
	}
	return collect(ctx, arrived, a, (a.Question.N+chunk-1)/chunk)
}

// publish ships the content and lays the chunks into the queue.
func (s *Server) publish(ctx context.Context, run string, chunk int, a Ask) error {
	j := job{Format: format, Run: run, Question: a.Question, New: archive.Digest(a.New)}
	if err := s.ship(ctx, j.New, a.New); err != nil {
		return fmt.Errorf("the content cannot be shipped: %w", err)
	}
	if a.Old != nil {
		j.Old = archive.Digest(a.Old)
		if err := s.ship(ctx, j.Old, a.Old); err != nil {
			return fmt.Errorf("the content cannot be shipped: %w", err)
		}
	}
	for from := 0; from < a.Question.N; from += chunk {
		j.Games = sim.Range{from, min(from+chunk, a.Question.N)}
		data, err := pack(j)
		if err != nil {
			return err
		}
		if _, err := s.js.Publish(ctx, jobSubject+run, data); err != nil {
			return fmt.Errorf("the queue takes no more chunks: %w", err)
		}
		j.Chunk++
	}
	return nil
}

// collect merges results as they arrive, each chunk once.
func collect(ctx context.Context, arrived jetstream.Consumer, a Ask, chunks int) (*sim.Result, error) {
	var total *sim.Result
	seen := make([]bool, chunks)
	next, err := arrived.Messages()
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, next.Stop)
	defer stop()
	defer next.Stop()
	for left := chunks; left > 0; {
		m, err := next.Next()
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return nil, err
		}
		var r result
		if err := unpack(m.Data(), &r); err != nil || r.Format != format || r.Chunk < 0 || r.Chunk >= chunks {
			return nil, fmt.Errorf("a worker of another version has answered")
		}
		if r.Failure != "" {
			return nil, fmt.Errorf("worker %s: %s", r.Worker, r.Failure)
		}
		if seen[r.Chunk] {
			continue
		}
		seen[r.Chunk] = true
		left--
		if total == nil {
			total = r.Result
		} else {
			total.Merge(r.Result)
		}
		if a.Progress != nil {
			a.Progress(total.Played.N())
		}
	}
	if total == nil {
		return nil, fmt.Errorf("interrupted before any worker answered; sleight worker starts one")
	}
	return total, nil
}

// forget takes what is left of a run off the server, so that nobody plays for
// it any longer.
func (s *Server) forget(run string) {
	ctx, cancel := context.WithTimeout(context.Background(), s.patience)
	defer cancel()
	_ = s.jobs.Purge(ctx, jetstream.WithPurgeSubject(jobSubject+run))
	_ = s.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject+run))
}
