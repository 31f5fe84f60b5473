package lint

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// phasesWithoutPath finds phases that no path through the game reaches.
func phasesWithoutPath(d *pass) {
	reached := d.reachable()
	for _, p := range d.game.Phases {
		if !reached[p.Name] {
			d.report(diag.New("unused/phase", p.Place, "no path through the game reaches the phase %q", p.Name).
				WithHint("enter it somewhere with enter_phase(%q), or remove it", p.Name))
		}
	}
}

// reachable follows enter_phase from the start of the game. A hook of the
// game's script counts once its action or phase is reachable; all other code
// counts from the start, since it may run at any time.
func (d *pass) reachable() map[string]bool {
	reached := map[string]bool{}
	enters := d.calls("enter_phase")
	atStart := func(c call) bool { return c.Hook == "start" }
	if !slices.ContainsFunc(enters, atStart) {
		reached[d.game.Phases[0].Name] = true // it begins when start enters no other
	}
	for changed := true; changed; {
		changed = false
		for _, c := range enters {
			if !d.canRun(c, reached) {
				continue
			}
			for _, name := range d.targets(c) {
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
func (d *pass) targets(c call) []string {
	if text, ok := c.Texts[0]; ok {
		return []string{text}
	}
	var out []string
	for _, p := range d.game.Phases {
		if d.index.mayCallDynamically(p.Name) {
			out = append(out, p.Name)
		}
	}
	return out
}

// canRun reports whether the hook of a call can run once some phases are
// reached.
func (d *pass) canRun(c call, reached map[string]bool) bool {
	if c.code.Expression || c.Hook == "" {
		return true
	}
	for _, prefix := range []string{"enter_", "resolve_", rules.TimeoutPrefix} {
		if phase, ok := strings.CutPrefix(c.Hook, prefix); ok && d.game.Phase(phase) != nil {
			return reached[phase]
		}
	}
	calledBy := func(action string) bool {
		return d.data.Get("actions").Get(action).TextOr("hook", "do_"+action) == c.Hook
	}
	if !slices.ContainsFunc(d.game.ActionNames(), calledBy) {
		return true
	}
	for _, w := range d.game.Windows {
		if slices.ContainsFunc(w.Actions, func(a *rules.Action) bool { return calledBy(a.Name) }) {
			return true
		}
	}
	return slices.ContainsFunc(d.game.Phases, func(p *rules.Phase) bool {
		return reached[p.Name] && slices.ContainsFunc(p.Actions, func(a *rules.Action) bool { return calledBy(a.Name) })
	})
}

// endlessGames finds games that never end.
func endlessGames(d *pass) {
	reached := d.reachable()
	ends := d.calls("win", "lose")
	if slices.ContainsFunc(ends, func(c call) bool { return d.canRun(c, reached) }) {
		return
	}
	p := diag.New("game/endless", d.game.Definition.Data.Get("id").At(d.game.Definition.Place),
		"the game %s never ends: no script that can run calls win or lose", d.game.ID()).
		WithHint("call win() or lose() where it should end")
	for _, c := range ends {
		p = p.WithNote(c.Place, "this can never run")
	}
	d.report(p)
}
