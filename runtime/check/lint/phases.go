package lint

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// phasesWithoutPath finds phases that no path through the game reaches.
func phasesWithoutPath(p *pass) {
	reached := p.reachable()
	for _, phase := range p.game.Phases {
		if !reached[phase.Name] {
			p.report(diag.New("unused/phase", phase.Place, "no path through the game reaches the phase %q", phase.Name).
				WithHint("enter it somewhere with enter_phase(%q), or remove it", phase.Name))
		}
	}
}

// reachable follows enter_phase from the start of the game. A hook of the
// game's script counts once its action or phase is reachable; all other code
// counts from the start, since it may run at any time.
func (p *pass) reachable() map[string]bool {
	reached := map[string]bool{}
	enters := p.calls("enter_phase")
	atStart := func(c call) bool { return c.Hook == "start" }
	if !slices.ContainsFunc(enters, atStart) {
		reached[p.game.Phases[0].Name] = true // it begins when start enters no other
	}
	for changed := true; changed; {
		changed = false
		for _, c := range enters {
			if !p.canRun(c, reached) {
				continue
			}
			for _, name := range p.targets(c) {
				if !reached[name] {
					reached[name], changed = true, true
				}
			}
		}
	}
	return reached
}

// targets lists the phases that a call may enter: the one it names, or any
// whose name is quoted somewhere.
func (p *pass) targets(c call) []string {
	if text, ok := c.Texts[0]; ok {
		return []string{text}
	}
	var out []string
	for _, phase := range p.game.Phases {
		if p.index.mayCallDynamically(phase.Name) {
			out = append(out, phase.Name)
		}
	}
	return out
}

// canRun reports whether the hook of a call can run once some phases are
// reached.
func (p *pass) canRun(c call, reached map[string]bool) bool {
	if c.code.Expression || c.Hook == "" {
		return true
	}
	for _, prefix := range []string{"enter_", "resolve_", rules.TimeoutPrefix} {
		if phase, ok := strings.CutPrefix(c.Hook, prefix); ok && p.game.Phase(phase) != nil {
			return reached[phase]
		}
	}
	calledBy := func(action string) bool {
		return p.data.Get("actions").Get(action).TextOr("hook", "do_"+action) == c.Hook
	}
	if !slices.ContainsFunc(p.game.ActionNames(), calledBy) {
		return true
	}
	for _, w := range p.game.Windows {
		if slices.ContainsFunc(w.Actions, func(a *rules.Action) bool { return calledBy(a.Name) }) {
			return true
		}
	}
	return slices.ContainsFunc(p.game.Phases, func(other *rules.Phase) bool {
		return reached[other.Name] && slices.ContainsFunc(other.Actions, func(a *rules.Action) bool { return calledBy(a.Name) })
	})
}

// endlessGames finds games that never end.
func endlessGames(p *pass) {
	reached := p.reachable()
	ends := p.calls("win", "lose")
	if slices.ContainsFunc(ends, func(c call) bool { return p.canRun(c, reached) }) {
		return
	}
	problem := diag.New("game/endless", p.game.Definition.Data.Get("id").At(p.game.Definition.Place),
		"the game %s never ends: no script that can run calls win or lose", p.game.ID()).
		WithHint("call win() or lose() where it should end")
	for _, c := range ends {
		problem = problem.WithNote(c.Place, "this can never run")
	}
	p.report(problem)
}
