package sim

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/engine"
	"sleight/runtime/rng"
)

// Bot plays. It is one goroutine's at a time.
type Bot interface {
	// Choose returns a command that may be done now. It is not ok when there is
	// none. It changes nothing, and draws its own chance from luck.
	Choose(s *engine.Session, luck *rng.Stream) (c engine.Command, ok bool, problem *diag.Diagnostic)
}

// The bots that every game has.
const randomBot = "random"

// Bots lists the bots that can play a game: those that every game has, and
// definitions of kind bot, by id.
func Bots(g *engine.Game) []string {
	return append([]string{randomBot}, g.Asked("bot")...)
}

// NewBot makes a bot by its name.
func NewBot(g *engine.Game, name string) (Bot, error) {
	if name == randomBot {
		return random{}, nil
	}
	if slices.Contains(g.Asked("bot"), name) {
		return scripted{"bot/" + name}, nil
	}
	known := Bots(g)
	hint := "there are " + strings.Join(known, ", ")
	if near, ok := diag.Nearest(name, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return nil, fmt.Errorf("%s has no bot %q; %s", g.ID(), name, hint)
}

// random plays anything that it may.
type random struct{}

func (random) Choose(s *engine.Session, luck *rng.Stream) (engine.Command, bool, *diag.Diagnostic) {
	return s.Sample(luck)
}

// scripted asks a definition of kind bot.
type scripted struct{ key string }

func (b scripted) Choose(s *engine.Session, luck *rng.Stream) (engine.Command, bool, *diag.Diagnostic) {
	c, problem := s.Advice(b.key, luck)
	return c, problem == nil, problem
}
