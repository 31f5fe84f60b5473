// Package symbols indexes the names in content: where definitions, variables,
// zones, phases and the like are declared and used, in YAML and in Lua. It also
// determines the context of a cursor in a file, even in a text that cannot be
// parsed. Language servers use it to complete, explain, find and rename names.
//
// Layer author. It knows built content and the schemas; it knows no protocol,
// and reads no files.
package symbols

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// Category is the kind of entity that a name refers to.
type Category string

// The categories of names. The schemas name them in "names" and "declares".
const (
	Definition Category = "definition" // an id, or KIND/ID
	Variable   Category = "variable"
	Zone       Category = "zone"
	Phase      Category = "phase"
	Window     Category = "window"
	Action     Category = "action"
	Event      Category = "event"
	Value      Category = "value"
	View       Category = "view"
	Metric     Category = "metric"
	Param      Category = "param"
	Property   Category = "property"
	Kind       Category = "kind"
	Tag        Category = "tag"
	Script     Category = "script"
	Picture    Category = "picture"
	// Function is a function of a module, or another field of the table that it
	// returns. The functions of a definition's script are hooks and not
	// included.
	Function Category = "function"
	// These name definitions: one of the same kind as the definition that names it, a
	// game, a bot (which may be built in), and any one as KIND/ID.
	Same Category = "same"
	Game Category = "game"
	Bot  Category = "bot"
	Path Category = "key"
)

// Symbol identifies the entity that a name refers to.
type Symbol struct {
	Category Category
	// Scope is the id of the game that declares the name; the pack of a
	// definition; PACK:KIND/ID of the definition that declares a parameter; and
	// PACK:NAME of the module that has a function.
	Scope string
	// Name is the name; KIND/ID for a definition.
	Name string
}

// Short returns the name without the kind.
func (s Symbol) Short() string {
	if s.Category == Definition {
		_, id, _ := strings.Cut(s.Name, "/")
		return id
	}
	return s.Name
}

// Use is a place where a symbol is named. Place covers only the name, without
// quotes.
type Use struct {
	Symbol   Symbol
	Place    diag.Place
	Declares bool
}

// Index holds the symbols of built content. It is immutable.
type Index struct {
	Content *rules.Content
	Schemas Schemas
	files   map[string][]Use // sorted by place
	// params maps the places at which parameters are declared to their symbols.
	params map[diag.Place]Symbol
	// names are the names that each game knows, of the categories in gameCategories.
	names map[nameSet]map[string]bool
}

// At returns the use whose name covers a position, and ok == false if there is
// none.
func (x *Index) At(file string, line, column int) (Use, bool) {
	for _, u := range x.files[file] {
		if u.Place.Line == line && u.Place.Column <= column && column <= u.Place.Column+u.Place.Length {
			return u, true
		}
	}
	return Use{}, false
}

// In returns the uses in a file, sorted by place. Callers must not change the
// slice.
func (x *Index) In(file string) []Use { return x.files[file] }

// Uses returns the places where a symbol is named, sorted, declarations first.
func (x *Index) Uses(s Symbol) []Use {
	var out []Use
	for _, uses := range x.files {
		for _, u := range uses {
			if u.Symbol == s {
				out = append(out, u)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Use) int {
		if a.Declares != b.Declares {
			if a.Declares {
				return -1
			}
			return 1
		}
		return comparePlaces(a.Place, b.Place)
	})
	return out
}

// Declaration returns the first place that declares a symbol, and ok == false if
// it is declared nowhere, as with names that the engine provides.
func (x *Index) Declaration(s Symbol) (first diag.Place, ok bool) {
	if d, found := x.Content.Catalog.Get(s.Scope); found && s.Category == Param {
		for _, f := range d.Data.Each("params") { // definitions that extend it may set the parameter too
			if f.Key == s.Name {
				first = f.KeyPlace()
				first.Path, first.Length = "", width(s.Name)
				return first, true
			}
		}
	}
	if uses := x.Uses(s); len(uses) > 0 && uses[0].Declares {
		return uses[0].Place, true
	}
	return first, false
}

// Names lists the names of a category that a game knows, sorted.
func (x *Index) Names(g *rules.Game, category Category) []string {
	if g == nil {
		return nil
	}
	var out []string
	switch category {
	case Variable:
		out = g.VariableNames()
	case Zone:
		out = g.ZoneNames()
	case Action:
		out = g.ActionNames()
	case Phase:
		out = namesOf(g.Phases, func(p *rules.Phase) string { return p.Name })
	case Window:
		out = namesOf(g.Windows, func(w *rules.Window) string { return w.Name })
	case Event:
		out = namesOf(g.Events, func(e rules.EventDecl) string { return e.Name })
	case Value:
		out = namesOf(g.Values, func(e rules.EventDecl) string { return e.Name })
	case View:
		out = namesOf(g.Views, func(v *rules.View) string { return v.Name })
	case Metric:
		out = namesOf(g.Metrics, func(m *rules.Metric) string { return m.Name })
	case Param:
		out = namesOf(g.Definition.Params, func(p def.Param) string { return p.Name })
	case Property:
		for _, kind := range g.Definition.Data.Each("properties") {
			out = append(out, namesOf(kind.Value.Fields(), func(f def.Field) string { return f.Key })...)
		}
	case Kind:
		out = namesOf(g.Catalog().All(), func(d *def.Definition) string { return d.Kind })
	case Tag:
		for _, d := range g.Catalog().All() {
			out = append(out, d.Tags...)
		}
	case Bot:
		out = append(g.IDs("bot"), "random", "greedy", "mcts")
	case Game:
		out = namesOf(x.Content.Games(), (*rules.Game).ID)
	case Definition:
		out = namesOf(g.Catalog().All(), func(d *def.Definition) string { return d.ID })
	case Path:
		out = namesOf(x.Content.Catalog.All(), (*def.Definition).Key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func namesOf[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = name(x)
	}
	return out
}

// Definition returns the definition that a symbol refers to, or nil.
func (x *Index) Definition(s Symbol) *def.Definition {
	if s.Category != Definition {
		return nil
	}
	kind, id, _ := strings.Cut(s.Name, "/")
	return x.Content.Catalog.Definition(s.Scope, kind, id)
}

// comparePlaces orders places by file, line and column.
func comparePlaces(a, b diag.Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
