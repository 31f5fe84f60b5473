// Package sim plays many games without a face and counts what came of them:
// bots, plans of games, exact tallies and the statistics on them.
//
// Layer sim. Every game goes through a session like any other; the package knows
// no game, no file and no terminal.
package sim

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Variant is one way to play: with what content, by what bot, from where.
type Variant struct {
	// Name tells it from other variants of a plan.
	Name    string
	Content *rules.Content
	// Bot is the name of a bot, as Bots lists them.
	Bot string
	// Given, when set, changes the situation at the start of each game.
	Given func(s *session.Session) error
	// Against is the variant that this one is compared with, game by game on the
	// same seeds: an earlier one, or itself, which is no comparison. The first
	// is compared with nothing.
	Against int
}

// Plan is what games to play. Game number i has the same seed in every variant
// and however the games are split over workers and machines.
type Plan struct {
	Game     string
	Players  int // 0 means as few as the game allows
	Variants []Variant
	Seed     uint64
	// First is the number of the first game, counted from 0, and N how many
	// games each variant plays.
	First, N int
	// Workers is how many games are played at a time; 0 means one for each
	// processor.
	Workers int
	// MostCommands ends a game that goes on for longer; 0 means 10,000.
	MostCommands int
	// Progress, when set, is told some 30 times a second how many games are done,
	// and of the last one, from one goroutine at a time.
	Progress func(done int)
}

// mostWorkers is how many games are played at a time at most.
const mostWorkers = 1024

// mostChunk is how many games a worker takes at a time at most.
const mostChunk = 16

// beat is how long progress is not told anew.
const beat = time.Second / 30

// Run plays what the plan says. When the context ends, what was played so far
// is the result. An error means that a game could not even begin.
func Run(ctx context.Context, p Plan) (*Result, error) {
	if p.MostCommands <= 0 {
		p.MostCommands = 10_000
	}
	workers := p.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, p.N, mostWorkers))
	chunk := max(1, min(p.N/(8*workers), mostChunk))
	total, err := newResult(p)
	if err != nil {
		return nil, err
	}
	var (
		next, done atomic.Int64
		mutex      sync.Mutex
		group      sync.WaitGroup
		failed     error
		told       time.Time // when progress was
	)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range workers {
		group.Go(func() {
			w, err := work(ctx, p, &next, chunk, func(n int) {
				now := int(done.Add(int64(n)))
				if p.Progress == nil {
					return
				}
				mutex.Lock()
				defer mutex.Unlock()
				if now == p.N || time.Since(told) >= beat {
					told = time.Now()
					p.Progress(now)
				}
			})
			mutex.Lock()
			defer mutex.Unlock()
			if err != nil {
				failed = err
				cancel()
				return
			}
			total.Merge(w.result)
		})
	}
	group.Wait()
	if failed != nil {
		return nil, failed
	}
	return total, nil
}

// Panic is the error of a run in which the engine itself failed.
type Panic struct {
	Cause any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("the engine failed while playing: %v", p.Cause) }

// work plays games until none are left. A panic is its error: it must not end
// the program that asked for the games.
func work(ctx context.Context, p Plan, next *atomic.Int64, chunk int, done func(int)) (w *worker, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &Panic{cause, debug.Stack()}
		}
	}()
	if w, err = newWorker(p); err != nil {
		return nil, err
	}
	return w, w.play(ctx, next, chunk, done)
}

// worker plays games one after another, on one session for each variant.
type worker struct {
	plan   Plan
	result *Result
	tables []*table
	played []Game
}

// table is where one variant is played.
type table struct {
	variant Variant
	session *session.Session
	bot     Bot
	luck    random.Stream
}

func newWorker(p Plan) (*worker, error) {
	result, err := newResult(p)
	if err != nil {
		return nil, err
	}
	w := &worker{plan: p, result: result, played: make([]Game, len(p.Variants))}
	for _, v := range p.Variants {
		s, problem := session.New(v.Content, p.Game, session.Options{Seed: p.Seed, Players: p.Players, NoHistory: true})
		if problem != nil {
			return nil, problem
		}
		bot, err := NewBot(s.Game(), v.Bot)
		if err != nil {
			return nil, err
		}
		w.tables = append(w.tables, &table{variant: v, session: s, bot: bot})
	}
	return w, nil
}

func (w *worker) play(ctx context.Context, next *atomic.Int64, chunk int, done func(int)) error {
	for ctx.Err() == nil {
		from := int(next.Add(int64(chunk))) - chunk
		if from >= w.plan.N {
			return nil
		}
		for n := range min(chunk, w.plan.N-from) {
			if err := w.games(ctx, w.plan.First+from+n); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return nil
			}
			done(1)
		}
	}
	return nil
}

// games plays the game of a number in every variant and counts it, unless the
// context ends in between.
func (w *worker) games(ctx context.Context, number int) error {
	for k, t := range w.tables {
		if err := t.game(ctx, w.plan, number, &w.played[k]); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	w.result.count(number, w.played)
	return nil
}

// seedOf derives the seed of a game from that of the plan.
func seedOf(seed uint64, game int) uint64 {
	z := seed + uint64(game+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
