// Package sim plays many games without a front end and counts the results:
// bots, plans of games, exact tallies, and statistics on them.
//
// Layer sim. Every game goes through a session like any other. The package does
// not know any game, file or terminal.
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

// Variant is one way to play: the content, the bot, and the starting situation.
type Variant struct {
	// Name distinguishes it from other variants of a plan.
	Name    string
	Content *rules.Content
	// Bot is the name of a bot, as accepted by NewBot.
	Bot string
	// Given, when set, changes the situation at the start of each game.
	Given func(s *session.Session) error
	// Against is the index of the variant that this one is compared with, game
	// by game on the same seeds: an earlier variant, or its own index for no
	// comparison. The first variant is never compared.
	Against int
}

// Plan describes the games to play. Game number i has the same seed in every
// variant, however the games are split over workers and machines.
type Plan struct {
	Game     string
	Players  int // 0 means as few as the game allows
	Variants []Variant
	Seed     uint64
	// First is the number of the first game, counted from 0; N is the number of
	// games per variant.
	First, N int
	// Workers is the number of games played at a time; 0 means one per
	// processor.
	Workers int
	// MaxCommands is the number of commands after which a game is stopped; 0
	// means 10,000.
	MaxCommands int
	// Examine n examines every nth situation: its views, offers and so on are
	// evaluated, and a failure ends the game as Faulty. 0 means every 1,024th.
	// The first games are always examined after each command.
	Examine int
	// Progress, if set, is called about 30 times a second, and after the last
	// game, with the number of games done. Calls do not overlap.
	Progress func(done int)
	// NewProbe, if set, returns a probe for each session that plays.
	NewProbe func() *session.Probe
}

// The situations that are examined by default: all those of the first games,
// and one in examinedEvery of the others.
const (
	examinedGames = 4
	examinedEvery = 1024
)

// maxWorkers is the maximum number of games played at a time.
const maxWorkers = 1024

// maxChunk is the maximum number of games that a worker takes at a time.
const maxChunk = 16

// progressInterval is the minimum time between two calls of Progress.
const progressInterval = time.Second / 30

// Run plays a plan's games. When the context ends, the result holds the games
// played so far. An error means that a game could not even begin.
func Run(ctx context.Context, p Plan) (*Result, error) {
	p.defaults()
	workers := p.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, p.N, maxWorkers))
	chunk := max(1, min(p.N/(8*workers), maxChunk))
	total, err := newResult(p)
	if err != nil {
		return nil, err
	}
	var (
		next, done atomic.Int64
		mutex      sync.Mutex
		group      sync.WaitGroup
		failed     error
		reported   time.Time // when Progress was last called
	)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range workers {
		group.Go(func() {
			w, err := runWorker(ctx, p, &next, chunk, func(n int) {
				now := int(done.Add(int64(n)))
				if p.Progress == nil {
					return
				}
				mutex.Lock()
				defer mutex.Unlock()
				if now == p.N || time.Since(reported) >= progressInterval {
					reported = time.Now()
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

func (p *Plan) defaults() {
	if p.MaxCommands <= 0 {
		p.MaxCommands = 10_000
	}
}

// examines reports whether the situation after a given number of commands of a
// game is examined. The answer does not depend on which worker plays the game.
func (p *Plan) examines(number, commands int) bool {
	const apart = 31 // staggers the games, so that they are examined at different lengths
	every := p.Examine
	if every <= 0 {
		every = examinedEvery
	}
	return number < examinedGames || (number*apart+commands)%every == 0
}

// Panic is the error of a run in which the engine panicked.
type Panic struct {
	Cause any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("the engine failed while playing: %v", p.Cause) }

// runWorker plays games until none are left. It returns a panic as an error, because
// a panic must not end the calling program.
func runWorker(ctx context.Context, p Plan, next *atomic.Int64, chunk int, done func(int)) (w *worker, err error) {
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

// worker plays games one after another, on one session per variant.
type worker struct {
	plan     Plan
	result   *Result
	sessions []*variantSession
	played   []Game
}

// variantSession is the session on which one variant is played.
type variantSession struct {
	variant Variant
	session *session.Session
	bot     Bot
	luck    random.Stream
	figures []figure
	// last holds the final commands of a game that does not end, for EndlessGame.
	last []string
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
		if p.NewProbe != nil { // set only now: the session's initial game is not part of the plan
			s.SetProbe(p.NewProbe())
		}
		bot, err := NewBot(s.Game(), v.Bot)
		if err == nil {
			err = seatsFilled(bot, p.Game, s.Players())
		}
		if err != nil {
			return nil, err
		}
		w.sessions = append(w.sessions, &variantSession{variant: v, session: s, bot: bot, figures: figuresOf(s.Game(), p.Players)})
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
			if err := w.playNumber(ctx, w.plan.First+from+n); err != nil {
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

// playNumber plays the game with the given number in every variant and counts it,
// unless the context ends in between.
func (w *worker) playNumber(ctx context.Context, number int) error {
	for k, t := range w.sessions {
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

// seedOf derives the seed of a game from the seed of the plan.
func seedOf(seed uint64, game int) uint64 {
	z := seed + uint64(game+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
