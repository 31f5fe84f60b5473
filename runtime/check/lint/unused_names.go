package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// unusedNames finds what a game declares and nothing uses.
func unusedNames(d *pass) {
	unusedVariables(d)
	unusedZones(d)
	unusedProperties(d)
	unusedActions(d)
	d.unusedEvents(d.game.Events, "emit", "event", "emits", "on_")
	d.unusedEvents(d.game.Values, "modify", "value", "asks for", "modify_")
}

func (d *pass) unused(f def.Field, what, does, hint string) {
	d.report(diag.New("unused/name", f.KeyPlace(), "nothing %s the %s %q", does, what, f.Key).WithHint("%s", hint))
}

// unusedVariables finds variables that nothing names, and variables that are
// only written: nothing reads them and no player sees them.
func unusedVariables(d *pass) {
	for _, f := range append(slices.Clone(d.data.Each("variables")), d.data.Each("profile")...) {
		uses := d.index.fields[f.Key]
		switch {
		case d.index.texts[f.Key] || d.index.has(d.index.data, f.Key) || d.index.builds(f.Key):
		case len(uses) == 0:
			d.unused(f, "variable", "uses", "remove it, or use it as vars."+f.Key)
		case f.Value.BoolOr("show", true):
		case !slices.ContainsFunc(uses, func(u field) bool { return !u.Write }):
			d.unused(f, "variable", "reads", "remove it, or show it: without show: false players see it")
		}
	}
}

// unusedZones finds zones that stay empty and that nothing names.
func unusedZones(d *pass) {
	for _, f := range d.data.Each("zones") {
		given := len(d.calls("give", "add_die")) > 0
		if !d.index.mentions(f.Key) && f.Value.Get("start") == nil && !given {
			d.unused(f, "zone", "uses", "remove it, or put something there")
		}
	}
}

func unusedProperties(d *pass) {
	for _, kind := range d.data.Each("properties") {
		for _, f := range kind.Value.Fields() {
			if !d.index.mentions(f.Key) && !slices.Contains(rules.EntityFields(), f.Key) {
				d.unused(f, "property", "uses", "remove it, or use it as "+kind.Key+"."+f.Key)
			}
		}
	}
}

// unusedActions finds actions that no phase or window offers, nor a finished game.
func unusedActions(d *pass) {
	offered := map[string]bool{}
	for _, a := range d.data.All("after") {
		offered[a.Text()] = true
	}
	for _, p := range slices.Concat(d.data.Each("phases"), d.data.Each("windows")) {
		for _, a := range p.Value.All("actions") {
			offered[a.Text()] = true
		}
	}
	for _, f := range d.data.Each("actions") {
		if !offered[f.Key] {
			d.unused(f, "action", "offers", "name it in the actions of a phase, or remove it")
		}
	}
}

// unusedEvents finds events that nothing emits and values that nothing asks for,
// with a note at each hook that never runs because of that.
func (d *pass) unusedEvents(declared []rules.EventDecl, function, what, does, prefix string) {
	computed := false
	named := map[string]bool{}
	for _, c := range d.calls(function) {
		text, ok := c.Texts[0]
		named[text] = true
		computed = computed || !ok
	}
	if function == "emit" {
		for _, z := range d.data.Each("zones") {
			named[z.Value.TextOr("arrives", "")] = true
		}
	}
	for _, e := range declared {
		switch {
		case e.Place.File == "": // the engine's own
			continue
		case named[e.Name] || computed && d.index.mayCallDynamically(e.Name):
			continue
		}
		p := diag.New("unused/name", e.Place, "nothing %s the %s %q", does, what, e.Name).
			WithHint("call %s(%q), or remove it", function, e.Name)
		for _, code := range d.code {
			for _, h := range code.Program.Hooks() {
				if h.Name == prefix+e.Name {
					p = p.WithNote(h.Place, "so this never runs")
				}
			}
		}
		d.report(p)
	}
}
