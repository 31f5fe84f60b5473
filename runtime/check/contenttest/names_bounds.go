package contenttest

import (
	"math"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// shows reports whether a word is a face of a die that a zone takes.
func (c *nameChecker) shows(zone, word string) bool {
	if !slices.Contains(c.faces, word) {
		return false
	}
	kinds := c.kindsIn(zone)
	return slices.ContainsFunc(c.game.Catalog().WithTrait(def.DieTrait), func(die *def.Definition) bool {
		return slices.Contains(kinds, die.Kind) && slices.Contains(api.FaceWords(die), word)
	})
}

// isProperty reports whether a kind that a zone takes has a property.
func (c *nameChecker) isProperty(zone *state.ZoneDecl, name string) bool {
	return slices.ContainsFunc(c.layout.Kinds, func(k *state.KindDecl) bool {
		_, ok := k.Prop(name)
		return ok && zone.Accepts(k.Name)
	})
}

// clamped finds numbers that a variable never has because it is clamped to its bounds.
// A given number above the upper bound may be intended, to get the highest value, so
// only expected numbers are checked against that bound.
func (c *nameChecker) clamped(name string, n *def.Node, expected bool) {
	i := slices.IndexFunc(c.layout.Vars, func(d state.Decl) bool { return d.Name == name })
	if i < 0 || !c.layout.Vars[i].Clamp || c.layout.Vars[i].Type != state.Number {
		return
	}
	if is := n.Get("is"); is != nil {
		n = is
	}
	decl := &c.layout.Vars[i]
	var p diag.Diagnostic
	switch {
	case n.Type() != def.Number:
		return
	case n.Number() < decl.Min && (!c.varied || decl.Min == 0):
		p = diag.New("content/doubt", n.Place(), "%s is never below %s", name, state.Num(decl.Min))
	case n.Number() > decl.Max && expected && !c.varied:
		p = diag.New("content/doubt", n.Place(), "%s is never above %s", name, state.Num(decl.Max))
	default:
		return
	}
	switch {
	case math.IsInf(decl.Min, 0):
		p = p.WithHint("write a number up to %s", state.Num(decl.Max))
	case math.IsInf(decl.Max, 0):
		p = p.WithHint("write a number from %s on", state.Num(decl.Min))
	default:
		p = p.WithHint("write a number from %s to %s", state.Num(decl.Min), state.Num(decl.Max))
	}
	p = p.WithNote(decl.Place, "it is declared here")
	c.report(&p)
}

// nothingRigged finds random streams that are rigged with no result.
func (c *nameChecker) nothingRigged(n *def.Node) {
	for _, f := range n.Fields() {
		if _, known := c.draws.By[f.Key]; known && f.Value.Type() == def.List && len(f.Value.Items()) == 0 {
			p := diag.New("content/doubt", f.KeyPlace(), "the list of results for %s is empty, so nothing is rigged", f.Key).WithHint("write the results: %s: [RESULT], or remove it", f.Key)
			c.report(&p)
		}
	}
}

// positions finds positions in zones that are not whole numbers.
func (c *nameChecker) positions(command *def.Node) {
	for _, f := range command.Fields() {
		if f.Value.Type() == def.Number && f.Value.Number() != math.Trunc(f.Value.Number()) && c.picksFromZone(command, f.Key) {
			p := invalid(f.Value.Place(), "%s is a position in a zone, which is a whole number from 1, not %s", f.Key, state.Num(f.Value.Number()))
			c.report(p)
		}
	}
}

// picksFromZone reports whether a target of a command is an item of a zone.
func (c *nameChecker) picksFromZone(command *def.Node, target string) bool {
	var actions []*def.Node
	if name := command.TextOr("action", ""); name != "" {
		actions = append(actions, c.game.Definition.Data.Get("actions").Get(name))
	}
	for _, d := range c.game.Catalog().All() {
		if d.ID == command.TextOr("use", "") {
			actions = append(actions, d.Data.Get("use"))
		}
	}
	return slices.ContainsFunc(actions, func(a *def.Node) bool {
		return slices.ContainsFunc(a.All("targets"), func(t *def.Node) bool {
			return t.TextOr("name", "") == target && slices.Contains(c.zones, t.TextOr("from", ""))
		})
	})
}

// commandsWithoutComma finds texts in which a command follows another one, after as many
// words as that one has targets.
func (c *nameChecker) commandsWithoutComma(n *def.Node, words []string) {
	if all := c.splitCommands(words); len(all) > 1 {
		p := invalid(n.Place(), "these are several commands in one text")
		*p = p.WithHint("write a list: [%s]", strings.Join(all, ", "))
		c.report(p)
	}
}

// splitCommands splits words into commands, or returns nil if they are none.
func (c *nameChecker) splitCommands(words []string) []string {
	from := make([][]string, len(words)+1) // the commands from each word on
	for i := len(words) - 1; i >= 0; i-- {
		action, ok := c.game.Action(words[i])
		if !ok {
			continue
		}
		if i+1+len(action.Targets) >= len(words) {
			from[i] = []string{strings.Join(words[i:], " ")}
			continue
		}
		for next := i + 1 + len(action.Targets); next < len(words); next++ {
			if from[next] != nil {
				from[i] = append([]string{strings.Join(words[i:next], " ")}, from[next]...)
				break
			}
		}
	}
	return from[0]
}

// moveOf checks the name of the move of an item, if the definition has moves.
func (c *nameChecker) moveOf(item *def.Node) {
	move := item.Get("move")
	if is := move.Get("is"); is != nil {
		move = is
	}
	d, ok := c.game.Catalog().Find(item.TextOr("is", ""))
	if !ok || move == nil || move.Type() != def.Text || move.Text() == "" || move.Text() == "none" || d.Data.Get("moves") == nil {
		return
	}
	var known []string
	for _, f := range d.Data.Each("moves") {
		known = append(known, f.Key)
	}
	if !slices.Contains(known, move.Text()) {
		c.report(unknown(move.Place(), "move of "+d.Key(), move.Text(), known))
	}
}
