package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// unusedNames finds what a game declares and nothing uses.
func unusedNames(p *pass) {
	unusedVariables(p)
	unusedZones(p)
	unusedProperties(p)
	unusedActions(p)
	p.unusedEvents(p.game.Events, "emit", "event", "emits", "on_")
	p.unusedEvents(p.game.Values, "modify", "value", "asks for", "modify_")
}

func (p *pass) unused(f def.Field, what, does, hint string) {
	p.report(diag.New("unused/name", f.KeyPlace(), "nothing %s the %s %q", does, what, f.Key).WithHint("%s", hint))
}

// unusedButInTests is unused, or says that tests may do that: their words are
// known, but not what these mean.
func (p *pass) unusedButInTests(f def.Field, what, does, hint string) {
	if len(p.index.testsWith(f.Key)) == 0 {
		p.unused(f, what, does, hint)
		return
	}
	p.report(diag.New("unused/name", f.KeyPlace(), "nothing %s the %s %q, except perhaps tests", does, what, f.Key).WithHint("%s", hint))
}

// unusedVariables finds variables that nothing names, and variables that are
// only written: nothing reads them and no player sees them.
func unusedVariables(p *pass) {
	for _, f := range append(slices.Clone(p.data.Each("variables")), p.data.Each("profile")...) {
		uses := p.index.fields[f.Key]
		switch {
		case p.index.texts[f.Key] || p.index.has(p.index.data, f.Key) || p.index.builds(f.Key):
		case len(uses) == 0:
			p.unusedButInTests(f, "variable", "uses", "remove it, or use it as vars."+f.Key)
		case f.Value.BoolOr("show", true):
		case !slices.ContainsFunc(uses, func(u field) bool { return !u.Write }):
			p.unusedButInTests(f, "variable", "reads", "remove it, or show it: without show: false players see it")
		}
	}
}

// unusedZones finds zones that stay empty and that nothing names.
func unusedZones(p *pass) {
	for _, f := range p.data.Each("zones") {
		given := len(p.calls("give", "add_die")) > 0
		if !p.index.mentions(f.Key) && f.Value.Get("start") == nil && !given {
			p.unused(f, "zone", "uses", "remove it, or put something there")
		}
	}
}

func unusedProperties(p *pass) {
	for _, kind := range p.data.Each("properties") {
		for _, f := range kind.Value.Fields() {
			if !p.index.mentions(f.Key) && !slices.Contains(rules.EntityFields(), f.Key) {
				p.unused(f, "property", "uses", "remove it, or use it as "+kind.Key+"."+f.Key)
			}
		}
	}
}

// unusedActions finds actions that no phase or window offers, nor a finished game.
func unusedActions(p *pass) {
	offered := map[string]bool{}
	for _, a := range p.data.All("after") {
		offered[a.Text()] = true
	}
	for _, offering := range slices.Concat(p.data.Each("phases"), p.data.Each("windows")) {
		for _, a := range offering.Value.All("actions") {
			offered[a.Text()] = true
		}
	}
	for _, f := range p.data.Each("actions") {
		if !offered[f.Key] {
			p.unused(f, "action", "offers", "name it in the actions of a phase, or remove it")
		}
	}
}

// unusedEvents finds events that nothing emits and values that nothing asks for,
// with a note at each hook that never runs because of that.
func (p *pass) unusedEvents(declared []rules.EventDecl, function, what, does, prefix string) {
	computed := false
	named := map[string]bool{}
	for _, c := range p.calls(function) {
		text, ok := c.Texts[0]
		named[text] = true
		computed = computed || !ok
	}
	if function == "emit" {
		for _, z := range p.data.Each("zones") {
			named[z.Value.TextOr("arrives", "")] = true
		}
	}
	for _, e := range declared {
		switch {
		case e.Place.File == "": // the engine's own
			continue
		case named[e.Name] || computed && p.index.mayCallDynamically(e.Name):
			continue
		}
		problem := diag.New("unused/name", e.Place, "nothing %s the %s %q", does, what, e.Name).
			WithHint("call %s(%q), or remove it", function, e.Name)
		for _, code := range p.code {
			for _, h := range code.Program.Hooks() {
				if h.Name == prefix+e.Name {
					problem = problem.WithNote(h.Place, "so this never runs")
				}
			}
		}
		p.report(problem)
	}
}
