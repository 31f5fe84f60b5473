package save

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
)

// Renames maps names between a save and the current content, according to the
// migrations that the save has yet to go through. A nil Renames renames
// nothing.
type Renames struct {
	now, then map[def.Sort]map[string]string
}

// Renames returns the renames between the save and a game, or nil if there are
// none.
func (f *File) Renames(g *rules.Game) *Renames {
	r := &Renames{map[def.Sort]map[string]string{}, map[def.Sort]map[string]string{}}
	for _, m := range f.Awaiting(g) {
		r.follow(m)
	}
	for sort, names := range r.then {
		r.now[sort] = map[string]string{}
		for now, then := range names {
			r.now[sort][then] = now
		}
	}
	if len(r.now) == 0 {
		return nil
	}
	return r
}

// follow adds the renames of the next migration, which are simultaneous.
func (r *Renames) follow(m *def.Migration) {
	first := map[def.Sort]map[string]string{} // of names renamed by this migration
	for _, moved := range m.Moves {
		if first[moved.Sort] == nil {
			first[moved.Sort] = map[string]string{}
		}
		if !moved.Gone {
			first[moved.Sort][moved.To] = r.Then(moved.Sort, moved.From)
		}
	}
	for _, moved := range m.Moves {
		delete(r.then[moved.Sort], moved.From)
	}
	for sort, names := range first {
		if r.then[sort] == nil {
			r.then[sort] = map[string]string{}
		}
		maps.Copy(r.then[sort], names)
	}
}

// Then returns the name that the save uses for the current name.
func (r *Renames) Then(sort def.Sort, name string) string {
	if r == nil {
		return name
	}
	if then, ok := r.then[sort][name]; ok {
		return then
	}
	return name
}

// Now returns the current name for a name of the save.
func (r *Renames) Now(sort def.Sort, name string) string {
	if r == nil {
		return name
	}
	if now, ok := r.now[sort][name]; ok {
		return now
	}
	return name
}

// Command returns a command of the save's log with current ids. Labels and
// names of actions stay.
func (r *Renames) Command(text string) string {
	if r == nil || strings.HasPrefix(strings.TrimSpace(text), "lua ") {
		return text
	}
	words := strings.Split(text, " ")
	for i := 1; i < len(words); i++ {
		name, nth, numbered := strings.Cut(words[i], "#")
		if words[i] = r.word(name); numbered {
			words[i] += "#" + nth
		}
	}
	return strings.Join(words, " ")
}

// word returns the current name of a definition given by id or kind/id.
func (r *Renames) word(name string) string {
	definitions := r.now[def.SortDefinition]
	if now, ok := definitions[name]; ok {
		return now
	}
	for _, then := range slices.Sorted(maps.Keys(definitions)) {
		if name == idOf(then) {
			return idOf(definitions[then])
		}
	}
	return name
}

// idOf returns the id in kind/id.
func idOf(key string) string { return key[strings.IndexByte(key, '/')+1:] }
