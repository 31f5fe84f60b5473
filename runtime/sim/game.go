package sim

import (
	"context"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// The outcomes of a game besides won and lost.
const (
	Stuck   = "stuck"   // no command was legal, and the game was not over
	Endless = "endless" // the game was stopped after too many commands
	Faulty  = "faulty"  // content failed
)

// Game is the result of one game.
type Game struct {
	Number int    `json:"number"`
	Seed   uint64 `json:"seed,string"`
	// Outcome is rules.Won or Lost, or Stuck, Endless or Faulty.
	Outcome string `json:"outcome"`
	// Length is the number of commands carried out.
	Length int   `json:"length"`
	Fuel   int64 `json:"fuel"`
	// Values are the values of the game's metrics, in their order; Nil where a
	// metric does not apply.
	Values  []state.Value    `json:"-"`
	Problem *diag.Diagnostic `json:"problem,omitempty"`
	// Failing is the command that failed, as a player would type it.
	Failing string `json:"failing,omitempty"`
}

// game plays one game and writes its result into g. When the context ends, it
// stops early and g must not be counted.
func (t *variantSession) game(ctx context.Context, p Plan, number int, g *Game) error {
	seed := seedOf(p.Seed, number)
	*g = Game{Number: number, Seed: seed, Values: g.Values[:0]}
	t.luck = random.New(seed, "bot")
	if problem := t.session.Restart(seed); problem != nil {
		g.fail(problem)
		return nil
	}
	if t.variant.Given != nil {
		if err := t.variant.Given(t.session); err != nil {
			return err
		}
	}
	t.last = t.last[:0]
	t.playCommands(ctx, p, g)
	winner, problem := t.session.Winner()
	if problem != nil {
		g.fail(problem)
	}
	for i := range t.figures {
		v, problem := t.figures[i].value(t.session, winner)
		if problem != nil {
			g.fail(problem)
		}
		g.Values = append(g.Values, v)
	}
	return nil
}

// playCommands plays until the game ends or cannot continue.
func (t *variantSession) playCommands(ctx context.Context, p Plan, g *Game) {
	s := t.session
	for {
		if p.examines(g.Number, g.Length) {
			if problem := s.Examine(); problem != nil {
				g.fail(problem)
				return
			}
		}
		if s.Over() {
			break
		}
		if g.Length >= p.MaxCommands {
			g.Outcome = Endless
			d := EndlessGame(s.Game().Definition.Place, g.Length, t.last)
			g.Problem = &d
			return
		}
		c, ok, problem := t.bot.Choose(ctx, s, &t.luck)
		if ctx.Err() != nil {
			return
		}
		if problem == nil && !ok {
			g.Outcome = Stuck
			return
		}
		if problem == nil {
			if g.Length >= p.MaxCommands-LoopTail {
				t.last = append(t.last, s.Format(c))
			}
			r := s.Do(c)
			if r.Refusal != nil || r.Problem != nil {
				g.Failing = s.Format(c)
			}
			problem = r.Problem
			if r.Refusal != nil {
				d := RefusedCommand(t.bot, s, s.Format(c), r.Refusal)
				problem = &d
			}
			g.Fuel += r.Fuel
		}
		if problem != nil {
			g.fail(problem)
			return
		}
		g.Length++
	}
	g.Outcome, _ = s.Outcome()
}

func (g *Game) fail(problem *diag.Diagnostic) { g.Outcome, g.Problem = Faulty, problem }

// Replay plays one game of a plan again and keeps its history, so that its log
// can be inspected. The returned session is at the end of the game.
func Replay(ctx context.Context, p Plan, variant, number int) (*session.Session, Game, error) {
	p.defaults()
	v := p.Variants[variant]
	s, problem := session.New(v.Content, p.Game, session.Options{Seed: seedOf(p.Seed, number), Players: p.Players})
	if problem != nil {
		return nil, Game{}, problem
	}
	bot, err := NewBot(s.Game(), v.Bot)
	if err == nil {
		err = seatsFilled(bot, p.Game, s.Players())
	}
	if err != nil {
		return nil, Game{}, err
	}
	var g Game
	t := &variantSession{variant: v, session: s, bot: bot, figures: figuresOf(s.Game(), p.Players)}
	err = t.game(ctx, p, number, &g)
	return s, g, err
}
