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
	now, then map[def.Category]map[string]string
}

// Renames returns the renames between the save and a game, or nil if there are
// none.
func (f *File) Renames(g *rules.Game) *Renames {
	r := &Renames{map[def.Category]map[string]string{}, map[def.Category]map[string]string{}}
	for _, m := range f.Awaiting(g) {
		r.follow(m)
	}
	for category, names := range r.then {
		r.now[category] = map[string]string{}
		for now, then := range names {
			r.now[category][then] = now
		}
	}
	if len(r.now) == 0 {
		return nil
	}
	return r
}

// follow adds the renames of the next migration, which are simultaneous.
func (r *Renames) follow(m *def.Migration) {
	first := map[def.Category]map[string]string{} // of names renamed by this migration
	for _, moved := range m.NameChanges {
		if first[moved.Category] == nil {
			first[moved.Category] = map[string]string{}
		}
		if !moved.Removed {
			first[moved.Category][moved.To] = r.Then(moved.Category, moved.From)
		}
	}
	for _, moved := range m.NameChanges {
		delete(r.then[moved.Category], moved.From)
	}
	for category, names := range first {
		if r.then[category] == nil {
			r.then[category] = map[string]string{}
		}
		maps.Copy(r.then[category], names)
	}
}

// Then returns the name that the save uses for the current name.
func (r *Renames) Then(category def.Category, name string) string {
	if r == nil {
		return name
	}
	if then, ok := r.then[category][name]; ok {
		return then
	}
	return name
}

// Now returns the current name for a name of the save.
func (r *Renames) Now(category def.Category, name string) string {
	if r == nil {
		return name
	}
	if now, ok := r.now[category][name]; ok {
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
	definitions := r.now[def.CategoryDefinition]
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
