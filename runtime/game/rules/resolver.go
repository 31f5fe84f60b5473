package rules

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// resolver finds the modules that a pack's scripts require.
type resolver struct {
	programs *programs
	pack     string
	script   *def.Script // the script that requires them, if it is one
}

// Qualified returns a name as scripts must write it: with self if it is a
// parameter of the script's definition, otherwise with vars or game.
func (r resolver) Qualified(name string) (string, bool) {
	for _, d := range r.programs.catalog.All() {
		if own := d.Script != nil && r.script != nil && d.Script.File == r.script.File && d.Script.Line == r.script.Line; own && d.Kind != "game" && (slices.Contains(paramNames(d), name) || d.Data.Get(name) != nil && name != "name") {
			return "self." + name, true
		}
	}
	for _, g := range r.programs.catalog.Kind("game") {
		switch {
		case g.Pack != r.pack:
		case g.Data.Get("variables").Get(name) != nil || g.Data.Get("profile").Get(name) != nil:
			return "vars." + name, true
		case slices.Contains(paramNames(g), name):
			return "game." + name, true
		}
		if r.script == nil || g.Pack != r.pack {
			continue
		}
		for _, kind := range g.Data.Each("properties") {
			if kind.Value.Get(name) != nil {
				return "self." + name, true
			}
		}
	}
	return "", false
}

// Meant returns how to write a name that scripts do not have but the pack's
// game declares, or "".
func (r resolver) Meant(name string) string {
	for _, g := range r.programs.catalog.Kind("game") {
		if g.Pack != r.pack {
			continue
		}
		if hint := declaredHint(g, name); hint != "" {
			return hint
		}
	}
	if d, ok := r.programs.catalog.Find(name); ok && d.Kind != "game" {
		return fmt.Sprintf("an item is named by a text: %q; definition(%q) returns what its file says", name, name)
	}
	return ""
}

// declaredHint returns how scripts refer to a name that a game declares, or "".
func declaredHint(g *def.Definition, name string) string {
	has := func(section string) bool { return g.Data.Get(section).Get(name) != nil }
	switch {
	case has("zones"):
		return fmt.Sprintf("a zone is named by a text: each(%q) iterates over it, at(%q, 1) is its first, count(%q) their number", name, name, name)
	case has("events"):
		return fmt.Sprintf("an event is emitted: emit(%q, …)", name)
	case has("phases"):
		return fmt.Sprintf("a phase is named by a text: %q", name)
	case has("data"):
		return fmt.Sprintf("did you mean game.data.%s?", name)
	}
	return ""
}

// checkField reports an unknown field of vars, game or self. If something else has
// exactly that name, the hint says how to write it.
func (b *builder) checkField(r analysis.Reference, what string, known []string) {
	if slices.Contains(known, r.Name) {
		return
	}
	d := diag.New("script/unknown-name", r.Place, unknownName, what, r.Name)
	if r.Of == "self" && slices.ContainsFunc(b.problems, func(p diag.Diagnostic) bool { return sameUnknownName(p, d) }) {
		return // another definition shares this script, or is an upgrade
	}
	if hint := b.hintElsewhere(r.Of, r.Name); hint != "" {
		b.report(d.WithHint("%s", hint))
		return
	}
	b.report(d.Suggest(r.Name, known))
}

// hintElsewhere returns how to write a name that is not a field of vars, game or
// self but is known to the game, or "".
func (b *builder) hintElsewhere(of, name string) string {
	game := b.game.Definition
	isParam := slices.ContainsFunc(game.Params, func(p def.Param) bool { return p.Name == name })
	_, isFunction := apiFunction(name)
	switch {
	case of != "vars" && slices.Contains(b.varNames(), name):
		return "did you mean vars." + name + "?"
	case of != "game" && isParam:
		return "did you mean game." + name + "?"
	case of != "vars" && slices.Contains([]string{"vars", "variables", "var"}, name):
		return "variables are not fields: write vars.NAME"
	case of != "vars" && slices.Contains([]string{"param", "parameter", "parameters"}, name):
		return "parameters are fields: write " + of + ".NAME"
	case of == "vars" && name == "set":
		return "write vars.NAME = …"
	case isFunction && name == "phase":
		return "phase() returns the phase, and enter_phase(\"PHASE\") changes it"
	case isFunction:
		return "call functions of the game without a prefix: " + name + "(…)"
	}
	return declaredHint(game, name)
}

// apiFunction finds an API function by name.
func apiFunction(name string) (api.Function, bool) {
	all := api.Functions()
	if i := slices.IndexFunc(all, func(f api.Function) bool { return f.Name == name }); i >= 0 {
		return all[i], true
	}
	return api.Function{}, false
}

// addsToZone reports whether two references are the definition and the zone of one call,
// such as add: of one, since a line may have several.
func (b *builder) addsToZone(p *lua.Program, item, zone analysis.Reference) bool {
	as := func(r analysis.Reference) api.Type {
		if params := b.content.programs.params[r.Call]; r.Arg < len(params) {
			return params[r.Arg].Type
		}
		return api.Any
	}
	line := item.Place.Line
	return item.Call == zone.Call && line == zone.Place.Line && as(item) == api.ID && as(zone) == api.Zone &&
		slices.ContainsFunc(p.Facts().Calls, func(c analysis.Call) bool {
			return c.Function == item.Call && c.Place.Line == line && c.Texts[item.Arg] == item.Text && c.Texts[zone.Arg] == zone.Text
		})
}

// swapped reports whether two adjacent arguments of a call are swapped: one
// is a zone where a definition is expected, the other a definition where a zone
// is expected.
func (b *builder) swapped(p *lua.Program, first, second analysis.Reference) bool {
	if !b.addsToZone(p, first, second) {
		return false
	}
	_, isItem := b.catalog.Find(first.Text)
	_, other := b.catalog.Find(second.Text)
	return !isItem && other && slices.Contains(b.zoneNames(), first.Text) && !slices.Contains(b.zoneNames(), second.Text)
}

// reportMisplaced reports a call that puts a definition into a zone that does not take its kind.
func (b *builder) reportMisplaced(p *lua.Program, item, zone analysis.Reference) bool {
	if !b.addsToZone(p, item, zone) {
		return false
	}
	i := slices.IndexFunc(b.zones, func(z state.ZoneDecl) bool { return z.Name == zone.Text })
	d, known := b.catalog.Find(item.Text)
	if i < 0 || !known || strings.Contains(item.Text, "/") {
		return false
	}
	if _, takes := b.catalog.Find(item.Text, b.zones[i].Kinds...); takes {
		return false
	}
	b.report(diag.New("script/arguments", zone.Place, "the zone %s takes no %s, but %q is one", zone.Text, d.Kind, item.Text).
		WithHint("it takes: %s", strings.Join(b.zones[i].Kinds, ", ")).WithNote(b.zones[i].Place, "it is declared here"))
	return true
}
