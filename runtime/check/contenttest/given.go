package contenttest

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// reserved lists the keys of given that are not variables or zones.
var reserved = [...]string{"seed", "phase", "players", "player", "params", "rig"}

// given starts the game and arranges the situation of the test.
func (t *test) given() *diag.Diagnostic {
	n := t.node.Get("given")
	content, problem := t.variant(n.Get("params"))
	if problem != nil {
		return problem
	}
	o := session.Options{Seed: uint64(n.NumberOr("seed", 1)), Players: int(n.NumberOr("players", 0)), Probe: t.probe}
	s, problem := session.New(content, t.game.ID(), o)
	if problem != nil {
		if problem.Code == "game/players" {
			return unusable(n.Get("players").At(t.node.Place()), problem)
		}
		return scriptFailed(t.node.Place(), startOfGame, problem)
	}
	t.session, t.game = s, s.Game()
	if n == nil {
		return nil
	}
	var fault *diag.Diagnostic
	result := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
		fault = t.arrange(a, n)
		return fault
	})
	if fault != nil {
		return fault
	}
	return unusable(n.Place(), result.Problem)
}

// variant returns the content with the parameters of the test.
func (t *test) variant(n *def.Node) (*rules.Content, *diag.Diagnostic) {
	if n == nil || len(n.Fields()) == 0 {
		return t.content, nil
	}
	params := map[string]float64{}
	for _, f := range n.Fields() {
		if f.Value.Type() != def.Number {
			return nil, invalid(f.Value.Place(), "a parameter must be a number, not %s", f.Value.Type())
		}
		name, problem := t.param(f)
		if problem != nil {
			return nil, problem
		}
		params[name] = f.Value.Number()
	}
	key := fmt.Sprint(params) // fmt sorts the keys of maps
	if c := t.variants[key]; c != nil {
		return c, nil
	}
	c, problems := t.content.With(params)
	for _, p := range problems {
		if p.Severity == diag.Error {
			return nil, unusable(n.Place(), &p)
		}
	}
	t.variants[key] = c
	return c, nil
}

// param returns the full name of a parameter. A plain name refers to a
// parameter of the tested definition or, if it has none of that name, of the
// game.
func (t *test) param(f def.Field) (string, *diag.Diagnostic) {
	return findParam(t.content.Catalog, f, t.owner, t.game.Definition)
}

func findParam(c *def.Catalog, f def.Field, of ...*def.Definition) (string, *diag.Diagnostic) {
	var known []string
	for _, d := range of {
		if _, ok := d.Param(f.Key); ok {
			return d.Key() + "." + f.Key, nil
		}
		for _, p := range d.Params {
			known = append(known, p.Name)
		}
	}
	id, name, dotted := strings.Cut(f.Key, ".")
	if !dotted {
		return "", unknown(f.KeyPlace(), "parameter", f.Key, known)
	}
	d, ok := c.Find(id)
	if !ok {
		var ids []string
		for _, d := range c.All() {
			ids = append(ids, d.ID)
		}
		return "", unknown(f.KeyPlace(), "definition", id, ids)
	}
	if _, ok := d.Param(name); !ok {
		known = nil
		for _, p := range d.Params {
			known = append(known, p.Name)
		}
		return "", unknown(f.KeyPlace(), "parameter of "+id, name, known)
	}
	return d.Key() + "." + name, nil
}

// arrange sets the acting player and the phase, then zones, then variables
// (which may refer to entities in zones), then random results.
func (t *test) arrange(a session.Arrangement, n *def.Node) *diag.Diagnostic {
	if player := n.Get("player"); player != nil {
		if problem := a.Player(int(player.Number())); problem != nil {
			return unusable(player.Place(), problem)
		}
	}
	if phase := n.Get("phase"); phase != nil {
		if problem := a.Phase(phase.Text()); problem != nil {
			return unusable(phase.Place(), problem)
		}
	}
	var zones, variables []def.Field
	for _, f := range n.Fields() {
		if slices.Contains(reserved[:], f.Key) {
			continue
		}
		if _, ok := t.session.Zone(f.Key); ok {
			zones = append(zones, f)
		} else if _, ok := t.session.Variable(f.Key); ok {
			variables = append(variables, f)
		} else {
			known := append(append(t.game.VariableNames(), t.game.ZoneNames()...), reserved[:]...)
			return unknown(f.KeyPlace(), "variable or zone", f.Key, known)
		}
	}
	for _, f := range zones {
		slot, _ := t.session.Zone(f.Key)
		a.Clear(slot)
	}
	for _, f := range zones {
		slot, _ := t.session.Zone(f.Key)
		if problem := t.fill(a, slot, f.Value); problem != nil {
			return problem
		}
	}
	for _, set := range t.entityRefs {
		if problem := set(); problem != nil {
			return problem
		}
	}
	for _, f := range variables {
		lasting, is, problem := temporaryValue(a, f.Value)
		if problem != nil {
			return problem
		}
		f.Value = is
		if problem := lasting.Variable(f.Key, t.variableValue(f)); problem != nil {
			return unusable(f.Value.Place(), problem)
		}
	}
	return t.rig(a, n.Get("rig"))
}

// variableValue reads the value of a variable; for an entity, its name.
func (t *test) variableValue(f def.Field) state.Value {
	slot, _ := t.session.Variable(f.Key)
	d, _ := t.session.State().Layout.VarDecl(slot)
	return t.valueFor(d.Type, f.Value)
}

// valueFor converts a scalar of a test to a value of a type. An entity goes by
// its name.
func (t *test) valueFor(as state.Type, n *def.Node) state.Value {
	if as == state.Ref && n.Type() == def.Text {
		if id, ok := t.session.Find(n.Text()); ok {
			return state.Entity(id)
		}
		if n.Text() == "none" {
			return state.Value{}
		}
	}
	return rules.Literal(n)
}

// mentionsInLua reports whether Lua below a node quotes a word: a test may draw from a
// stream of its own.
func mentionsInLua(n *def.Node, word string) bool {
	if strings.Contains(n.Text(), `"`+word+`"`) || strings.Contains(n.Text(), "'"+word+"'") {
		return true
	}
	return slices.ContainsFunc(n.Items(), func(v *def.Node) bool { return mentionsInLua(v, word) }) ||
		slices.ContainsFunc(n.Fields(), func(f def.Field) bool { return mentionsInLua(f.Value, word) })
}

// rig makes random streams give results. A stream that neither a script nor the
// test itself names is a mistake.
func (t *test) rig(a session.Arrangement, n *def.Node) *diag.Diagnostic {
	if n == nil {
		return nil
	}
	known, complete := t.game.Streams()
	for _, f := range n.Fields() {
		if complete && !slices.Contains(known, f.Key) && !mentionsInLua(t.node, f.Key) {
			return unknown(f.KeyPlace(), "random stream", f.Key, known)
		}
		var results []state.Value
		for _, r := range items(f.Value) {
			results = append(results, rules.Literal(r))
		}
		if problem := a.Rig(f.Key, results...); problem != nil {
			return unusable(f.KeyPlace(), problem)
		}
	}
	return nil
}

// undrawn checks that nothing has drawn from streams that the test rigs.
func (t *test) undrawn(want *def.Node) *diag.Diagnostic {
	rigged := t.node.Get("given").Each("rig")
	for _, item := range items(want) {
		i := slices.IndexFunc(rigged, func(f def.Field) bool { return f.Key == item.Text() })
		if i < 0 {
			var known []string
			for _, f := range rigged {
				known = append(known, f.Key)
			}
			return unknown(item.Place(), "stream rigged by the test", item.Text(), known)
		}
		if all, left := len(items(rigged[i].Value)), len(t.session.State().Rigged(item.Text())); left < all {
			return failed(item.Place(), "%d of the results rigged for %s have been drawn, expected none", all-left, item.Text())
		}
		t.expectedUndrawn = append(t.expectedUndrawn, item.Text())
	}
	return nil
}

// unusedRigs reports the random results of the test that nothing has drawn: it
// would pass without them.
func (t *test) unusedRigs() diag.List {
	var out diag.List
	for _, f := range t.node.Get("given").Each("rig") {
		all, left := items(f.Value), len(t.session.State().Rigged(f.Key))
		if left == 0 || slices.Contains(t.expectedUndrawn, f.Key) {
			continue
		}
		var d diag.Diagnostic
		if left < len(all) {
			d = diag.New("unused/rig", all[len(all)-left].At(f.KeyPlace()), "the test draws only %d of the %d results rigged for %s", len(all)-left, len(all), f.Key)
		} else {
			d = diag.New("unused/rig", f.KeyPlace(), "nothing in the test draws from %s, which is rigged", f.Key)
		}
		out = append(out, d.WithHint("remove what is not drawn, or expect it: undrawn: %s", f.Key))
	}
	return out
}
