package docs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// search finds a seed and the commands that win a run of Manipulation.
func search(t *testing.T) (seed uint64, commands []string) {
	t.Helper()
	c := shipped.Content(t)
	for seed = 1; seed < 100; seed++ {
		s, problem := session.New(c, "manipulation", session.Options{Seed: seed})
		if problem != nil {
			t.Fatal(problem)
		}
		p := &player{t: t, s: s}
		for s.Turn() < 400 && !s.Over() {
			p.step()
		}
		if outcome, _ := s.Outcome(); outcome == rules.Won {
			return seed, s.Commands()
		}
	}
	t.Fatal("no run was won")
	return 0, nil
}

// player plays greedily. It looks ahead by doing and undoing, so it knows the
// coming dice: it searches for a win and is not a fair bot.
type player struct {
	t *testing.T
	s *session.Session
}

func (p *player) do(text string) {
	p.t.Helper()
	if r := p.s.Run(text); !r.OK() {
		p.t.Fatalf("%s: %s %v", text, r.Refusal, r.Problem)
	}
}

func (p *player) points() float64 {
	v, _, problem := p.s.ViewNamed("score")
	if problem != nil {
		p.t.Fatal(problem)
	}
	return v.Num
}

func (p *player) legal() []string {
	all, problem := p.s.Legal(0)
	if problem != nil {
		p.t.Fatal(problem)
	}
	var out []string
	for _, c := range all {
		out = append(out, p.s.Format(c))
	}
	return out
}

func (p *player) step() {
	if p.s.Phase().Name != "roll" {
		p.do(p.errand())
		return
	}
	plan := p.best(append(p.rerolls(), p.items()...))
	if plan == nil {
		plan = append(p.nudges(), "score")
	}
	for _, text := range plan {
		p.do(text)
	}
}

// best tries plans and returns the one that leaves the most promising dice, or
// nil if none improves them.
func (p *player) best(plans [][]string) (best []string) {
	most := p.promise()
	for _, plan := range plans {
		done := 0
		for done < len(plan) && p.s.Run(plan[done]).OK() {
			done++
		}
		if done == len(plan) && p.s.Phase().Name == "roll" {
			if promise := p.promise(); promise > most {
				best, most = plan, promise
			}
		}
		p.s.Undo(done)
	}
	return best
}

// promise returns the points that the dice score once nudged.
func (p *player) promise() float64 {
	plan := p.nudges()
	for _, text := range plan {
		p.do(text)
	}
	points := p.points()
	p.s.Undo(len(plan))
	return points
}

// nudges lists the nudges that each bring more points than any other.
func (p *player) nudges() (plan []string) {
	for {
		most, best := p.points(), ""
		for _, text := range p.legal() {
			if !strings.HasPrefix(text, "use nudge") {
				continue
			}
			p.do(text)
			if points := p.points(); points > most {
				most, best = points, text
			}
			p.s.Undo(1)
		}
		if best == "" {
			p.s.Undo(len(plan))
			return plan
		}
		p.do(best)
		plan = append(plan, best)
	}
}

// items lists the uses of items that are consumed or expensive.
func (p *player) items() (plans [][]string) {
	for _, text := range p.legal() {
		if strings.HasPrefix(text, "use ") && !strings.HasPrefix(text, "use nudge") {
			plans = append(plans, []string{text})
		}
	}
	return plans
}

// rerolls lists every way to hold dice before a reroll.
func (p *player) rerolls() (plans [][]string) {
	slot, _ := p.s.Zone("dice")
	ids := p.s.State().Zone(slot)
	for kept := range 1 << len(ids) {
		var plan []string
		for i, id := range ids {
			held, _ := p.s.State().Prototype(id).Kind.Prop("held")
			if p.s.State().Prop(id, held).True() != (kept>>i&1 == 1) {
				plan = append(plan, fmt.Sprintf("hold d%d", i+1))
			}
		}
		plans = append(plans, append(plan, "reroll"))
	}
	return plans
}

// errand chooses a command between fights by a fixed order of preference.
func (p *player) errand() string {
	worth := func(text string) int {
		switch word, rest, _ := strings.Cut(text, " "); word {
		case "take":
			if id, ok := p.s.Find(rest); ok && p.s.Definition(id).Kind == "relic" {
				return 3
			}
			return 2
		case "buy", "rest", "discard":
			return 1
		}
		return 0
	}
	all := p.legal()
	return slices.MaxFunc(all, func(a, b string) int { return cmp.Compare(worth(a), worth(b)) })
}
