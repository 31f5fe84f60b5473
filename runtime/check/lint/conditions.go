package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// impossibleConditions finds comparisons whose result never changes during a
// game.
func impossibleConditions(p *pass) {
	for _, code := range p.code {
		facts := code.Program.Facts()
		for _, f := range facts.Fixed {
			p.fixedCondition(f.Place, f.Holds, "it compares two fixed values", "")
		}
		for _, c := range facts.Comparisons {
			p.comparison(code, c)
		}
		for _, t := range facts.OwnTurns {
			if p.ownTurn(code, t) {
				p.fixedCondition(t.Place, t.Holds, "in "+t.Hook+", player() is the owner of the zone that the entity is in",
					"pass the player who acts: "+passHint(t.Hook))
			}
		}
	}
}

// passHint returns how a hook learns who acts.
func passHint(hook string) string {
	if value, ok := strings.CutPrefix(hook, "modify_"); ok {
		return fmt.Sprintf("modify(%q, …, player()), and compare that argument with self.owner", value)
	}
	_, event, _ := strings.Cut(hook, "_")
	return fmt.Sprintf("emit(%q, …, player()), and compare that argument with self.owner", event)
}

// ownTurn reports whether player() is certainly the owner of self. It is so in hooks for
// events and values, which run on behalf of the owner of the zone, if the entity can be
// only in zones of players.
func (p *pass) ownTurn(code rules.Code, t analysis.OwnTurn) bool {
	of, event, _ := strings.Cut(t.Hook, "_")
	if code.Owner == nil || code.Owner.Kind == "game" || event == "" || !slices.Contains([]string{"on", "when", "modify"}, of) || len(p.calls("call_hook")) > 0 {
		return false
	}
	for _, c := range code.Program.Facts().Calls { // that may change who acts, or whose self is
		if c.Function == "set_player" || c.Hook == t.Hook && c.Names[0] == "self" && !readsOnly(c.Function) {
			return false
		}
	}
	certain := false
	for _, z := range p.game.Table(p.game.MinPlayers).Layout.Zones {
		if z.Accepts(code.Owner.Kind) && (z.Listens || of == "when") {
			if certain = z.PerPlayer; !certain {
				return false
			}
		}
	}
	return certain
}

func readsOnly(function string) bool {
	return slices.ContainsFunc(api.Functions(), func(f api.Function) bool { return f.Name == function && f.Reads })
}

// fixedCondition reports a condition that is always true or always false.
func (r *reporter) fixedCondition(at diag.Place, holds bool, why, hint string) {
	how := "never"
	if holds {
		how = "always"
	}
	p := diag.New("content/condition", at, "this condition %s holds: %s", how, why)
	if hint != "" {
		p = p.WithHint("%s", hint)
	}
	r.report(p)
}

// neverTrue finds conditions of actions that are written as false.
func neverTrue(r *reporter, n *notes) {
	r.neverTrue(n.of.Data.Get("use"))
	for _, f := range n.of.Data.Each("actions") {
		r.neverTrue(f.Value)
	}
}

func (r *reporter) neverTrue(action *def.Node) {
	conditions := []*def.Node{action.Get("warning").Get("when")}
	for _, r := range action.All("requires") {
		conditions = append(conditions, r.Get("that"))
	}
	for _, t := range action.All("targets") {
		conditions = append(conditions, t.Get("where"), t.Get("when"))
		for _, r := range t.All("requires") {
			conditions = append(conditions, r.Get("that"))
		}
	}
	for _, c := range conditions {
		if c != nil && (c.Type() == def.Bool && !c.Bool() || c.Text() == "false" || c.Text() == "nil") {
			r.fixedCondition(c.Place(), false, "it is "+"false", "")
		}
	}
}

// comparison checks a comparison with a literal against the declarations.
func (p *pass) comparison(code rules.Code, c analysis.Comparison) {
	switch {
	case c.Of == "vars":
		f := p.data.Get("variables").Get(c.Name)
		if f == nil {
			f = p.data.Get("profile").Get(c.Name)
		}
		if f != nil {
			p.declared(c, "the variable "+c.Name, f)
		}
	case c.Call == "phase":
		p.oneOf(c, "unknown phase %q", phaseNames(p.game))
	case c.Name == "zone":
		p.oneOf(c, "unknown zone %q", fieldNames(p.data.Each("zones")))
	case c.Name == "kind":
		p.oneOf(c, "unknown kind %q", p.kinds())
	case c.Of == "self" && code.Owner != nil:
		if f := p.data.Get("properties").Get(code.Owner.Kind).Get(c.Name); f != nil {
			p.declared(c, "the property "+c.Name, f)
		}
	}
}

// oneOf checks a text that can only be one of some names.
func (p *pass) oneOf(c analysis.Comparison, why string, known []string) {
	if !c.IsText || slices.Contains(known, c.Text) || c.Op != "==" && c.Op != "~=" {
		return
	}
	hint := ""
	if near, ok := diag.Nearest(c.Text, known); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	p.fixedCondition(c.Place, c.Op == "~=", fmt.Sprintf(why, c.Text), hint)
}

// declared checks a comparison by the declaration of a variable or property.
func (p *pass) declared(c analysis.Comparison, name string, decl *def.Node) {
	equality := c.Op == "==" || c.Op == "~="
	kind := typeOf(decl)
	switch {
	case equality && (kind == def.Text && !c.IsText || kind == def.Number && c.IsText || kind == def.Bool):
		p.fixedCondition(c.Place, c.Op == "~=", fmt.Sprintf("%s is %s", name, kind), "")
	case c.IsText:
		var words []string
		for _, w := range decl.All("one_of") {
			words = append(words, w.Text())
		}
		if len(words) > 0 {
			p.oneOf(c, name+" cannot be %q", words)
		}
	case kind == def.Number:
		p.bounds(c, name, decl)
	}
}

// bounds checks a number against the bounds of a declaration.
func (p *pass) bounds(c analysis.Comparison, name string, decl *def.Node) {
	for _, b := range []struct {
		key      string
		beyond   int // how a number beyond the bound compares with it
		never    []string
		touching []string // operators that a value at the bound settles
		why      string
	}{
		{"min", -1, []string{"==", "<", "<="}, []string{"<"}, "below"},
		{"max", 1, []string{"==", ">", ">="}, []string{">"}, "above"},
	} {
		bound := decl.Get(b.key)
		if bound == nil || bound.Type() != def.Number {
			continue
		}
		side := cmp.Compare(c.Number, bound.Number())
		if side == 0 && slices.Contains(b.touching, c.Op) || side == b.beyond && slices.Contains(b.never, c.Op) {
			p.fixedCondition(c.Place, false, fmt.Sprintf("%s is never %s %v", name, b.why, bound.Number()), "")
		}
	}
	if c.Op == "==" && c.Number != float64(int64(c.Number)) && decl.BoolOr("whole", true) {
		p.fixedCondition(c.Place, false, name+" is a whole number", "")
	}
}

// typeOf returns the type of a declaration, or Null if the declaration does not
// show it.
func typeOf(decl *def.Node) def.Type {
	named := map[string]def.Type{"number": def.Number, "boolean": def.Bool, "string": def.Text}
	if t := decl.TextOr("type", ""); t != "" {
		return named[t]
	}
	start := decl.Get("start")
	if start == nil || strings.HasPrefix(start.Text(), "=") {
		return def.Null
	}
	return start.Type()
}

func phaseNames(g *rules.Game) []string {
	var out []string
	for _, p := range g.Phases {
		out = append(out, p.Name)
	}
	return out
}

func fieldNames(fields []def.Field) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.Key)
	}
	return out
}

// kinds lists the kinds of the pack's definitions.
func (p *pass) kinds() []string {
	var out []string
	for _, x := range p.all { // in the order of kinds
		if len(out) == 0 || out[len(out)-1] != x.Kind {
			out = append(out, x.Kind)
		}
	}
	for _, f := range p.data.Each("zones") { // whose definitions may be yet to come
		for _, n := range f.Value.All("of") {
			out = append(out, n.Text())
		}
	}
	return out
}
