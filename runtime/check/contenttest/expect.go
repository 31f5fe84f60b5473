package contenttest

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// expect checks all expectations of a step, in the order written. An expected
// refusal is checked first, because without it the rest means little.
func (t *test) expect(n *def.Node) *diag.Diagnostic {
	if n == nil {
		return nil
	}
	if problem := t.refused(n.Get("refused")); problem != nil {
		return problem
	}
	for _, f := range n.Fields() {
		if problem := t.field(f); problem != nil {
			return problem
		}
	}
	return nil
}

func (t *test) refused(want *def.Node) *diag.Diagnostic {
	switch {
	case want == nil:
		return nil
	case !t.seen.done:
		return invalid(want.Place(), "nothing is done that could be refused")
	case t.seen.refusal == "":
		return failed(want.Place(), "the last command was done; expected it to be refused with %q", want.Text())
	case t.seen.refusal != want.Text():
		return failed(want.Place(), "the last command is refused with %q, expected %q", t.seen.refusal, want.Text())
	}
	return nil
}

// expectations lists the keys of expect that are not variables, zones or views.
var expectations = [...]string{"phase", "refused", "choice", "over", "stuck", "ending", "says", "warns", "that", "events", "seen_by", "undrawn"}

func (t *test) field(f def.Field) *diag.Diagnostic {
	want := f.Value
	switch f.Key {
	case "refused":
		return nil // already checked
	case "phase":
		return t.phase(want)
	case "choice":
		return t.choice(want)
	case "over":
		return t.over(want)
	case "stuck":
		return t.stuck(want)
	case "ending":
		_, text := t.session.Outcome()
		return t.equal("the ending", state.Str(text), want)
	case "says":
		return messages(want, "said", t.seen.said)
	case "warns":
		return messages(want, "warned of", t.seen.warned)
	case "events":
		return t.events(want)
	case "that":
		return t.checkConditions(want)
	case "seen_by":
		return t.seenBy(want)
	case "undrawn":
		return t.undrawn(want)
	}
	if slot, ok := t.session.Variable(f.Key); ok {
		return t.equal(f.Key, t.session.State().Var(slot), want)
	}
	if slot, ok := t.session.Zone(f.Key); ok {
		return t.zone(f.Key, slices.Clone(t.session.State().Zone(slot)), want)
	}
	v, ok, problem := t.session.ViewNamed(f.Key)
	switch {
	case problem != nil:
		return scriptFailed(f.KeyPlace(), "view "+f.Key, problem)
	case ok:
		return t.equal(f.Key, v, want)
	}
	known := append(append(t.game.VariableNames(), t.game.ZoneNames()...), expectations[:]...)
	for _, v := range t.game.Views {
		known = append(known, v.Name)
	}
	return unknown(f.KeyPlace(), "variable, zone or view", f.Key, known)
}

func (t *test) equal(name string, got state.Value, want *def.Node) *diag.Diagnostic {
	if t.same(got, want) {
		return nil
	}
	return t.differs(name, got, want)
}

// differs says that a value is not the one that a test expects.
func (t *test) differs(name string, got state.Value, want *def.Node) *diag.Diagnostic {
	is, expected := t.named(got), show(want)
	if is == expected { // such as a number and a text
		return failed(want.Place(), "%s is the %s %s, expected the %s %s", name, got.Type, is, rules.Literal(want).Type, expected)
	}
	return failed(want.Place(), "%s is %s, expected %s", name, is, expected)
}

func (t *test) phase(want *def.Node) *diag.Diagnostic {
	if t.game.Phase(want.Text()) == nil {
		var known []string
		for _, p := range t.game.Phases {
			known = append(known, p.Name)
		}
		return unknown(want.Place(), "phase", want.Text(), known)
	}
	if got := t.session.Phase(); got == nil || got.Name != want.Text() {
		name := "none"
		if got != nil {
			name = got.Name
		}
		return failed(want.Place(), "the phase is %s, expected %s", name, want.Text())
	}
	return nil
}

// over compares the outcome: won, lost, or false for a game that goes on.
func (t *test) over(want *def.Node) *diag.Diagnostic {
	outcome, _ := t.session.Outcome()
	switch {
	case want.Type() == def.Bool && outcome != "":
		return failed(want.Place(), "the game is %s, expected it to go on", outcome)
	case want.Type() == def.Text && outcome == "":
		return failed(want.Place(), "the game goes on, expected it to be %s", want.Text())
	case want.Type() == def.Text && outcome != want.Text():
		return failed(want.Place(), "the game is %s, expected %s", outcome, want.Text())
	}
	return nil
}

// stuck checks whether the game is not over but has no legal commands.
func (t *test) stuck(want *def.Node) *diag.Diagnostic {
	legal, problem := t.session.Legal(1)
	if problem != nil {
		return scriptFailed(want.Place(), "the list of legal commands", problem)
	}
	if got := len(legal) == 0 && !t.session.Over(); got != want.Bool() {
		if got {
			return failed(want.Place(), "the game is not over, but no command is legal")
		}
		return failed(want.Place(), "the game is over or a command is legal, expected it to be stuck")
	}
	return nil
}

// messages compares messages: a text must be one of them, a list must be all of them,
// in order.
func messages(want *def.Node, verb string, got []string) *diag.Diagnostic {
	if want.Type() == def.List {
		return sequence(want, verb, got, true)
	}
	if text := show(want); !slices.Contains(got, text) {
		return failed(want.Place(), "%s %s, expected %s", verb, quoted(got), quoted([]string{text}))
	}
	return nil
}

// sequence compares a whole list of texts, in order.
func sequence(want *def.Node, verb string, got []string, whole bool) *diag.Diagnostic {
	expected := texts(want)
	for i, text := range expected {
		if i < len(got) && got[i] != text {
			at := want.Place()
			if whole {
				at = want.Items()[i].Place()
			}
			return failed(at, "%s %s, expected %s", verb, quoted(got), quoted(expected))
		}
	}
	if len(got) != len(expected) {
		return failed(want.Place(), "%s %s, expected %s", verb, quoted(got), quoted(expected))
	}
	return nil
}

// events compares the events emitted since the step began.
func (t *test) events(want *def.Node) *diag.Diagnostic {
	for _, item := range items(want) {
		var known []string
		for _, e := range t.game.Events {
			known = append(known, e.Name)
		}
		if !slices.Contains(known, item.Text()) {
			return unknown(item.Place(), "event", item.Text(), known)
		}
	}
	return sequence(want, "emitted", t.seen.events, want.Type() == def.List)
}

// checkConditions checks conditions that must be true.
func (t *test) checkConditions(want *def.Node) *diag.Diagnostic {
	for _, item := range items(want) {
		source := strings.TrimPrefix(item.Text(), "=")
		got, problem := t.session.Evaluate(source)
		switch {
		case problem != nil && problem.Code == "script/syntax":
			return unusable(item.Place(), problem)
		case problem != nil:
			return scriptFailed(item.Place(), source, problem)
		case got == "false" || got == "nil":
			return failed(item.Place(), "%s is %s, expected it to be true", source, got)
		case got != "true":
			return invalid(item.Place(), "%s is %s, which is neither true nor false", source, got)
		}
	}
	return nil
}
