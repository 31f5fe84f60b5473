package protocol

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
)

// simQuestion is a question to simulations, with the content that it is about.
type simQuestion struct {
	experiment.Question
	about experiment.Content
	by    string
	// measured is set if a profile was asked for.
	measured *profiler.Profile
}

func (c *Client) simulate(call context.Context, p Simulate) (Simulation, *Error) {
	q, err := c.question(call, p)
	if err != nil {
		return Simulation{}, err
	}
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if c.ctx.Err() != nil {
		return Simulation{}, fail(codeCancelled, "the client has gone")
	}
	if s.simulations >= maxSimulations {
		return Simulation{}, fail(codeLimit, "%d simulations are running already", maxSimulations)
	}
	s.simulations++
	s.opened++
	id := strconv.Itoa(s.opened)
	ctx, cancel := context.WithCancel(c.ctx)
	c.running[id] = cancel
	go c.runSimulation(ctx, id, q)
	return Simulation{id}, nil
}

// question returns the question to simulate.
func (c *Client) question(ctx context.Context, p Simulate) (q simQuestion, err *Error) {
	content := c.server.live()
	g, ok := content.Game(p.Game)
	if !ok {
		return q, fail(codeNotFound, "unknown game %q", p.Game)
	}
	if problem := g.CheckPlayers(cmp.Or(p.Players, g.MinPlayers)); problem != nil {
		return q, c.server.problemError(*problem)
	}
	bot := cmp.Or(p.Bot, "random")
	if _, wrong := sim.NewBot(g, bot); wrong != nil {
		return q, c.server.errorOf(wrong)
	}
	seed, err := seedOf(p.Seed)
	if err != nil {
		return q, err
	}
	games := cmp.Or(p.Games, defaultGames)
	if games < 1 || games > maxGames {
		return q, fail(codeParams, "games must be a number from 1 to %d", maxGames)
	}
	q.Question = experiment.Question{Game: p.Game, Title: g.Definition.Name, Players: p.Players, Seed: seed, N: games}
	q.about.New, q.by = content, p.By
	if p.Profile {
		q.measured = &profiler.Profile{}
	}
	if err := c.ask(&q, p, bot); err != nil {
		return q, err
	}
	if all := games * len(q.Variants); all > maxPlayed {
		return q, fail(codeLimit, "%d games of %d variants are too many: at most %d can be played in total", games, len(q.Variants), maxPlayed)
	}
	if q.Kind != experiment.Impact { // impact determines its number of variants itself
		if _, wrong := q.Plan(ctx, q.about); wrong != nil {
			return q, c.server.errorOf(wrong)
		}
	}
	return q, nil
}

// ask puts the question of a message into q.
func (c *Client) ask(q *simQuestion, p Simulate, bot string) (failed *Error) {
	put := 0
	for _, is := range []bool{p.Sweep != "", len(p.Impact) > 0, p.Compare != ""} {
		if is {
			put++
		}
	}
	var err error
	switch {
	case put > 1:
		return fail(codeParams, "sweep, impact and compare are separate questions: ask one at a time")
	case p.Sweep != "":
		q.Question, err = q.Sweep(q.about.New, p.Sweep, bot, p.Params)
	case len(p.Impact) > 0:
		kinds := p.Impact
		if len(kinds) == 1 && kinds[0] == "all" {
			kinds = nil
		}
		q.Question, err = q.Impact(q.about.New, kinds, bot, p.Params)
	case p.Compare != "":
		return c.compare(q, p, bot)
	default:
		q.Question = q.Bots([]string{bot}, p.Params)
	}
	if err != nil {
		return c.server.errorOf(err)
	}
	return nil
}

// errorOf converts the problems of content or a question to an error.
func (s *Server) errorOf(err error) *Error {
	var one *diag.Diagnostic
	var list diag.List
	switch {
	case errors.As(err, &one):
		return s.problemError(*one)
	case errors.As(err, &list) && len(list) > 0:
		return s.problemError(list[0])
	}
	return fail(codeParams, "%v", err)
}

// runSimulation runs a simulation and notifies the client of its progress and
// result.
func (c *Client) runSimulation(ctx context.Context, id string, q simQuestion) {
	last := Progress{Simulation: id, Of: q.N}
	defer func() {
		if cause := recover(); cause != nil {
			last.Problem = c.server.incident("a simulation", cause, debug.Stack()).Message
		}
		c.endSimulation(id)
		c.progress(last)
	}()
	effort := experiment.RunOptions{
		// One processor is left for the players.
		Workers:  max(1, runtime.GOMAXPROCS(0)-1),
		Progress: func(done int) { c.progress(Progress{Simulation: id, Done: done, Of: q.N}) },
	}
	if q.measured != nil {
		effort.NewProbe = q.measured.Probe
	}
	result, err := q.Run(ctx, q.about, sim.Range{0, q.N}, effort)
	last.Cancelled = ctx.Err() != nil
	var panicked *sim.Panic
	if errors.As(err, &panicked) {
		last.Problem = c.server.incident("a simulation", panicked.Cause, panicked.Stack).Message
	} else if err != nil && !last.Cancelled {
		last.Problem = err.Error()
	} else if err == nil && result.Played.N() > 0 {
		last.Done = result.Played.N()
		last.Answer = q.answer(result)
		if q.Kind == experiment.Play {
			last.Report = last.Answer.Now
		}
	}
}

// endSimulation records the end of a simulation.
func (c *Client) endSimulation(id string) {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	c.server.simulations--
	if cancel := c.running[id]; cancel != nil {
		cancel()
	}
	delete(c.running, id)
}

func (c *Client) progress(p Progress) {
	c.post("progress "+p.Simulation, encoded("progress", p))
}

func (c *Client) cancelSimulation(_ context.Context, p Simulation) (None, *Error) {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	cancel, ok := c.running[p.Simulation]
	if !ok {
		return None{}, fail(codeNotFound, "unknown simulation %q", p.Simulation)
	}
	cancel()
	return None{}, nil
}
