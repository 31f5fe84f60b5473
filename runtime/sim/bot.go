package sim

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Bot plays games. It is not safe for concurrent use.
type Bot interface {
	// Choose returns a legal command, or ok == false if there is none. It does
	// not change the session and draws its own random numbers from luck. When
	// the context ends, it returns soon, and the caller must not use the
	// result.
	Choose(ctx context.Context, s *session.Session, luck *random.Stream) (c session.Command, ok bool, problem *diag.Diagnostic)
}

// The names of the built-in bots, which every game has.
const (
	randomBot = "random"
	greedyBot = "greedy"
	mctsBot   = "mcts"
)

// mctsIterations is the number of mcts iterations when the bot's name gives
// none.
const mctsIterations = 200

// The largest budgets that the name of a bot may set.
const (
	maxIterations = 100_000     // per command
	maxThinking   = time.Minute // per command
)

// Bots lists the bots that can play a game: those that every game has, and
// definitions of kind bot, by id.
func Bots(g *rules.Game) []string {
	return append([]string{randomBot, greedyBot, mctsBot}, g.StandaloneIDs("bot")...)
}

// NewBot returns the bot with the given name. For mcts, the name may include
// the number of iterations (mcts:1000) or the time per command (mcts:50ms,
// which is not deterministic). The name may also assign a bot to each seat, as in
// 1=greedy,2=random; random plays the remaining seats.
func NewBot(g *rules.Game, name string) (Bot, error) {
	if strings.Contains(name, "=") {
		return newSeated(g, name)
	}
	base, budget, budgeted := strings.Cut(name, ":")
	switch {
	case base == mctsBot && budgeted:
		return newSearch(budget)
	case name == randomBot:
		return uniform{}, nil
	case name == greedyBot:
		return &greedy{}, nil
	case name == mctsBot:
		return &mcts{iterations: mctsIterations}, nil
	}
	if slices.Contains(g.StandaloneIDs("bot"), name) {
		return scripted{"bot/" + name}, nil
	}
	return nil, &UnknownBotError{Game: g.ID(), Bot: name, Known: Bots(g)}
}

// UnknownBotError is the error that a game has no bot of a name.
type UnknownBotError struct {
	Game, Bot string
	Known     []string // the bots that the game has
}

func (e *UnknownBotError) Error() string {
	hint := "there are " + strings.Join(e.Known, ", ")
	if near, ok := diag.Nearest(e.Bot, e.Known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf("%s has no bot %q; %s", e.Game, e.Bot, hint)
}

// newSearch returns the bot mcts with a budget: a number of iterations, or a time
// per command.
func newSearch(budget string) (Bot, error) {
	n, _ := strconv.Atoi(budget) // the largest int if the number is larger, and 0 if it is not a number
	d, _ := time.ParseDuration(budget)
	switch {
	case n > maxIterations || d > maxThinking:
		return nil, fmt.Errorf("mcts:%s: a command gets at most %d searches (mcts:%d) or %s of thinking (mcts:%s)",
			budget, maxIterations, maxIterations, maxThinking, maxThinking)
	case n > 0:
		return &mcts{iterations: n}, nil
	case d > 0:
		return &mcts{time: d}, nil
	}
	return nil, fmt.Errorf("mcts:%s: expected a number of searches, as in mcts:1000, or a time, as in mcts:50ms", budget)
}

// uniform plays any legal command.
type uniform struct{}

func (uniform) Choose(_ context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return s.Sample(luck)
}

// RefusedCommand returns the problem that a bot chose a command that the rules refused,
// in the session as it was then. Its place is the bot's hook; for a built-in bot, the
// game.
func RefusedCommand(b Bot, s *session.Session, command string, why *diag.Message) diag.Diagnostic {
	if seats, ok := b.(*seated); ok {
		b = seats.bots[s.Player()-1]
	}
	at := s.Game().Definition.Place
	if own, ok := b.(scripted); ok {
		name := "choose"
		if s.PendingQuestion() != nil {
			name = "answer"
		}
		if hook, problem := s.Game().StandaloneHook(own.key, name); problem == nil {
			at = hook.Place
		}
	}
	return diag.New("game/refused-bot", at, "the bot chose %q, which was refused: %s", command, why)
}

// scripted asks a definition of kind bot.
type scripted struct{ key string }

func (b scripted) Choose(_ context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	c, problem := s.Advice(b.key, luck)
	return c, problem == nil && (c.Action != "" || c.Item != state.None), problem
}
