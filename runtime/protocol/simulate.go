package protocol

import (
	"cmp"
	"context"
	"runtime"
	"strconv"

	"sleight/runtime/sim"
)

func (c *Client) simulate(p Simulate) (Simulation, *Error) {
	plan, err := c.plan(p)
	if err != nil {
		return Simulation{}, err
	}
	s := c.server
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.simulations >= maxSimulations {
		return Simulation{}, fail(codeTooMuch, "%d simulations are running already", maxSimulations)
	}
	s.simulations++
	s.opened++
	id := strconv.Itoa(s.opened)
	ctx, cancel := context.WithCancel(c.ctx)
	c.running[id] = cancel
	plan.Progress = func(done int) { c.progress(Progress{Simulation: id, Done: done, Of: plan.N}) }
	go c.play(ctx, id, plan)
	return Simulation{id}, nil
}

// plan is what is to be played.
func (c *Client) plan(p Simulate) (plan sim.Plan, err *Error) {
	content := c.server.live()
	if _, ok := content.Game(p.Game); !ok {
		return plan, fail(codeNotFound, "there is no game %q", p.Game)
	}
	seed, err := seedOf(p.Seed)
	if err != nil {
		return plan, err
	}
	games := cmp.Or(p.Games, defaultGames)
	if games < 1 || games > maxGames {
		return plan, fail(codeParams, "games is a number from 1 to %d", maxGames)
	}
	if len(p.Params) > 0 {
		tuned, problems := content.With(p.Params)
		if tuned == nil {
			return plan, c.server.refuse(problems[0])
		}
		content = tuned
	}
	return sim.Plan{
		Game: p.Game, Players: p.Players, Seed: seed, N: games,
		// One processor is left for those who play.
		Workers:  max(1, runtime.GOMAXPROCS(0)-1),
		Variants: []sim.Variant{{Name: "content", Content: content, Bot: cmp.Or(p.Bot, "random")}},
	}, nil
}

// play carries out a simulation and tells what came of it.
func (c *Client) play(ctx context.Context, id string, plan sim.Plan) {
	result, err := sim.Run(ctx, plan)
	last := Progress{Simulation: id, Of: plan.N, Cancelled: ctx.Err() != nil}
	if err != nil {
		last.Problem = err.Error()
	} else if result.Variants[0].Games > 0 {
		last.Done = result.Variants[0].Games
		last.Report = &result.Reports(plan)[0]
	}
	c.server.mutex.Lock()
	c.server.simulations--
	if cancel := c.running[id]; cancel != nil {
		cancel()
	}
	delete(c.running, id)
	c.server.mutex.Unlock()
	c.progress(last)
}

func (c *Client) progress(p Progress) {
	c.post("progress "+p.Simulation, encoded("progress", p))
}

func (c *Client) cancelSimulation(p Simulation) (None, *Error) {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	cancel, ok := c.running[p.Simulation]
	if !ok {
		return None{}, fail(codeNotFound, "there is no simulation %q of yours", p.Simulation)
	}
	cancel()
	return None{}, nil
}
