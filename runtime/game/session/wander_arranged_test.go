package session_test

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// arranged arranges copies in many ways, and lets time run out.
func (x *wanderer) arranged() {
	for _, c := range x.Clocks() {
		for _, since := range []int{0, 1} {
			y := x.on(x.Clone(nil))
			y.result(y.Timeout(session.Clock{Player: c.Player, Seconds: c.Seconds, Since: c.Since + since}))
			y.printf("%v %s\n", y.Clocks(), y.Hash())
			x.report(y)
		}
	}
	layout := x.State().Layout
	for _, set := range []func(a session.Arrangement) *diag.Diagnostic{
		func(a session.Arrangement) *diag.Diagnostic { return a.Phase("x") },
		func(a session.Arrangement) *diag.Diagnostic { return a.Phase(x.Game().Phases[0].Name) },
		func(a session.Arrangement) *diag.Diagnostic { return a.Player(2) },
		func(a session.Arrangement) *diag.Diagnostic { return a.Player(9) },
		func(a session.Arrangement) *diag.Diagnostic { return a.Variable("x", state.Num(1)) },
		func(a session.Arrangement) *diag.Diagnostic {
			for _, name := range x.Game().VariableNames() {
				if problem := a.Variable(name, state.Num(1)); problem != nil {
					x.fault(problem)
				}
			}
			return nil
		},
		func(a session.Arrangement) *diag.Diagnostic { a.Clear(0); return nil },
		func(a session.Arrangement) *diag.Diagnostic {
			for slot := range layout.ZoneSlots() {
				_, problem := a.Add(slot, "")
				x.fault(problem)
				_, problem = a.Add(slot, "x")
				x.fault(problem)
				if ids := x.State().Zone(slot); len(ids) > 0 {
					_, problem = a.Add(slot, x.Definition(ids[0]).ID)
					x.fault(problem)
					x.fault(a.Property(ids[0], "face", state.Str("two")))
					x.fault(a.Property(ids[0], "face_up", state.Truth(true)))
					x.fault(a.Property(ids[0], "x", state.Num(1)))
				}
			}
			return nil
		},
		func(a session.Arrangement) *diag.Diagnostic {
			for _, event := range []string{"used", "x"} {
				until, problem := a.Until(event, 2)
				x.fault(problem)
				x.fault(until.Variable(x.Game().VariableNames()[0], state.Num(2)))
			}
			return a.Rig("deal", state.Num(1))
		},
	} {
		y := x.on(x.Clone(nil))
		y.result(y.Arrange(set))
		y.fault(y.Examine())
		y.state()
		y.random()
		y.where()
		x.report(y)
	}
	f := x.on(x.Fork(nil))
	f.result(f.Arrange(func(a session.Arrangement) *diag.Diagnostic { return a.Player(2) }))
	f.where()
	x.report(f)
	y := x.on(x.Clone(nil))
	for slot := range layout.ZoneSlots() {
		if ids := y.State().Zone(slot); len(ids) > 0 {
			y.result(y.AddToZone(slot, y.Definition(ids[0]).ID))
		}
	}
	y.where()
	x.report(y)
	x.statements()
}

// statements writes the statements that debug commands stand for.
func (x *wanderer) statements() {
	names := append(x.Game().VariableNames(), "vars."+x.Game().VariableNames()[0], x.Game().VariableNames()[0]+"@2", "x.y", "x", "")
	for slot := range x.State().Layout.ZoneSlots() {
		for _, id := range x.State().Zone(slot) {
			label := x.Label(id)
			names = append(names, label, label+".face_up", label+".x")
			zone, _ := x.State().Layout.ZoneDecl(slot)
			for _, line := range []string{"rm " + label, "die rm " + label, "give " + x.Definition(id).ID, "give " + x.Definition(id).Key() + " " + zone.Name, "give " + label, "give " + x.Definition(id).ID + " nowhere", "die add " + x.Definition(id).ID} {
				x.statement(line)
			}
		}
	}
	for _, name := range names {
		for _, value := range []string{" 2", "=true", " h1", ` "a\n\x01\\"`, ` "two words"`, ""} {
			x.statement("set " + name + value)
		}
	}
	for _, line := range []string{"x y", "give", "give x", "rm", "rm x", "die", "die x", "die add 6", "die add d6", "die add 7"} {
		x.statement(line)
	}
}

func (x *wanderer) statement(line string) {
	command, args, _ := strings.Cut(line, " ")
	statement, refusal := x.DebugStatement(command, args)
	x.printf("%s: %s%s\n", line, statement, refusal)
	typed := session.Command{Lua: statement}
	x.printf("%s%s\n", x.Format(typed), warned(&x.transcriber, typed))
	if refusal == "" {
		y := x.on(x.Fork(nil))
		r := y.Do(typed)
		y.fault(r.Problem)
		y.changes(r.Changes)
		x.report(y)
	}
}
