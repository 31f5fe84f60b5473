package rules

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// startOf reads the start value of a declaration. A boolean, an expression or a
// bounded number that is written as a text is a mistake, unless the declaration
// says that it holds texts. It is read as what was meant, so that no further
// problems are reported because of it.
func (b *builder) startOf(n, start *def.Node) state.Value {
	v := Literal(start)
	if v.Type != state.Text || n.TextOr("type", "") == "string" || n.Get("one_of") != nil {
		return v
	}
	if def.MissingEquals(v.Str) {
		b.report(diag.New("content/type", start.Place(), "start is the text %s, not an expression", v.Str).
			WithHint("write: start: \"=%s\"", v.Str).WithEdit(v.Str, "="+v.Str))
		return state.Value{}
	}
	number, err := strconv.ParseFloat(v.Str, 64)
	switch {
	case err == nil && (n.Get("min") != nil || n.Get("max") != nil || n.Get("whole") != nil):
		v = state.Num(number)
	case v.Str == "true", v.Str == "false":
		v = state.Truth(v.Str == "true")
	default:
		return v
	}
	d := diag.New("content/type", start.Place(), "start is the text %q, not %s", start.Text(), start.Text()).
		WithHint("remove the quotes, or declare type: string if it is a text").WithEdit(start.Text(), start.Text())
	d.Edits[0].Unquote = true
	b.report(d)
	return v
}

// computeStarts evaluates the start values that depend on a definition.
func (b *builder) computeStarts() {
	if len(b.lateStarts) == 0 {
		return
	}
	table := b.game.tables[0]
	s := state.New(table.Layout, 0)
	s.Lock()
	host := api.NewHost(table, s, nil)
	for i, l := range b.lateStarts {
		if i%startsPerHost == startsPerHost-1 {
			host = api.NewHost(table, s, nil)
		}
		var v state.Value
		problem := host.VM.Protect(startFuel, func() {
			if fields, only := fieldsRead(l.hook); only && l.owner != b.game.Definition {
				v = host.CallReading(l.hook, l.owner, fields)
			} else {
				v = host.Call(l.hook, api.Self{Definition: l.owner}, nil)
			}
		})
		if problem == nil {
			got := v.Type
			given := v
			v, problem = l.decl.Check(v)
			if problem != nil {
				problem.Place = l.at.Place()
				source := sourceOf(l.hook, l.owner, given)
				switch word := typeWords[got]; {
				case word != "" && got != l.decl.Type:
					*problem = problem.WithHint("declare type: %s beside start", word)
					if source != nil {
						*problem = problem.WithNote(source.Place(), "it starts with this")
					}
				case source != nil:
					*problem = problem.WithNote(l.at.Place(), "it starts with this value")
					problem.Place = source.Place()
				}
			}
		} else {
			host = api.NewHost(table, s, nil)
		}
		if problem != nil {
			if inOwner := func(n diag.Note) bool { return n.Place.File == l.owner.Place.File }; !inOwner(diag.Note{Place: problem.Place}) && !slices.ContainsFunc(problem.Notes, inOwner) {
				*problem = problem.WithNote(l.owner.Place, "for %s", l.owner.Key())
			}
			b.report(*problem)
			continue
		}
		l.prototype.Start[l.value] = v
	}
}

// fieldsRead returns the names of the fields of its definition that an expression
// reads. only reports whether the expression uses the definition for nothing else.
func fieldsRead(hook *api.Hook) (fields []string, only bool) {
	facts := hook.Program.Facts()
	for _, f := range facts.Fields {
		if f.Of == "self" {
			fields = append(fields, f.Name)
		}
	}
	return fields, len(fields) == facts.SelfUses && len(facts.Calls) == 0 && hook.Program.RequiresNothing()
}

// sourceOf returns the value in a definition that equals the start value, if the
// declaration only reads one field of the definition.
func sourceOf(hook *api.Hook, owner *def.Definition, start state.Value) *def.Node {
	fields := hook.Program.Facts().Fields
	if len(fields) != 1 || fields[0].Of != "self" {
		return nil
	}
	if n := owner.Data.Get(fields[0].Name); n != nil && n.File() == owner.Place.File && start.Type != state.Nil && Literal(n) == start {
		return n
	}
	return nil
}

// typeWords are the words of declarations for types.
var typeWords = map[state.Type]string{state.Bool: "boolean", state.Text: "string"}

const startFuel = 20_000

// startsPerHost is how many start values a host computes. It keeps the tables of all
// definitions that it has shown to scripts, which would be the whole game in the end.
const startsPerHost = 1024

// declareStartItems reads the entities that are in the zones when a game
// begins.
func (b *builder) declareStartItems(data *def.Node) {
	for i, f := range data.Each("zones") {
		start := f.Value.Get("start")
		if start == nil {
			continue
		}
		if start.Type() == def.Text {
			b.startList(i, start)
		}
		for _, n := range start.Items() {
			if n.Type() == def.Text {
				b.startItem(i, n.Text(), 1, n.Place())
			}
			for _, c := range n.Fields() {
				b.startItem(i, c.Key, int(b.fixed(c.Value, 1)), c.KeyPlace())
			}
		}
	}
	for i, f := range data.Each("zones") {
		if id := b.zones[i].Default; id != "" {
			b.startItem(i, id, 0, f.Value.Get("default").Place())
		}
	}
}

// startList adds the entities whose ids an expression lists. It sees no game in
// progress: variables have their start values, and nothing is in play.
func (b *builder) startList(zone int, start *def.Node) {
	if !strings.HasPrefix(start.Text(), "=") {
		d := diag.New("content/type", start.Place(), "start must be a list, or \"=\" and an expression, not the text %q", start.Text()).
			WithHint("write [%s]", strings.ReplaceAll(start.Text(), ";", ","))
		b.report(d)
		return
	}
	hook := b.expression(b.game.Definition, start)
	if hook == nil || b.faulty {
		return
	}
	table := b.game.tables[0]
	s := state.New(table.Layout, 0)
	s.Lock()
	host := api.NewHost(table, s, nil)
	var ids []state.Value
	problem := host.VM.Protect(startFuel, func() { ids = host.CallList(hook, api.Self{Definition: b.game.Definition}, nil, nil) })
	if problem != nil {
		b.report(*problem)
		return
	}
	for _, id := range ids {
		if id.Type != state.Text {
			b.report(diag.New("content/type", start.Place(), "a zone starts with ids, not %s", id).
				WithHint("return a list of texts, such as definitions(%q)", b.zones[zone].Kinds[0]))
			return
		}
		b.startItem(zone, id.Str, 1, start.Place())
	}
}

// startItem adds entities to those that begin in a zone.
func (b *builder) startItem(zone int, id string, count int, at diag.Place) {
	z := &b.zones[zone]
	d, ok := b.catalog.Find(id, z.Kinds...)
	if !ok {
		var known []string
		for _, k := range z.Kinds {
			for _, d := range b.catalog.Kind(k) {
				known = append(known, d.ID)
			}
		}
		b.mustDeclare(strings.Join(z.Kinds, " or "), id, at, known)
		return
	}
	if count > 0 && !d.Absent {
		b.game.Starts = append(b.game.Starts, StartItems{Zone: zone, Prototype: b.prototypes[d.Key()], Count: count, Place: at})
		b.game.origin[d.Key()] = z.Name
	}
}
