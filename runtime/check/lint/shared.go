package lint

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// shared holds facts about all Lua code of the content, which are the same for every
// game.
type shared struct {
	hooks    map[string]bool // the names of hooks
	required map[string]bool // modules, as "pack:name"
	// reported holds the names of modules that misspelt reports, and unread what may be
	// meant by a name that is read once.
	reported map[moduleName]bool
	unread   map[moduleName]analysis.Hook
	misspelt diag.List
}

func newShared(c *rules.Content) *shared {
	s := &shared{hooks: map[string]bool{}, required: map[string]bool{}, reported: map[moduleName]bool{}, unread: map[moduleName]analysis.Hook{}}
	reads := map[moduleName][]diag.Place{}
	all := c.Code()
	for i := range all {
		p := all[i].Program
		for _, h := range p.Hooks() {
			addTo(s.hooks, h.Name)
		}
		for _, module := range p.Requires() {
			addTo(s.required, module)
		}
		fields := p.Facts().Fields
		for k := range fields {
			f := &fields[k]
			if f.Module == nil || f.Write {
				continue
			}
			key := moduleName{f.Module, f.Name}
			reads[key] = append(reads[key], f.Place)
		}
	}
	for m := range reads {
		if has, _ := m.module.Exports(m.name); !has {
			s.misspeltExport(m, reads)
		}
	}
	return s
}

// misspeltExport finds a name that a module returns but nothing reads, if scripts read
// a similar name that it does not return: the module has misspelt it, and is reported
// once.
func (s *shared) misspeltExport(m moduleName, reads map[moduleName][]diag.Place) {
	var unread []string
	for _, name := range m.module.ExportNames() {
		if len(reads[moduleName{m.module, name}]) == 0 {
			unread = append(unread, name)
		}
	}
	near, ok := diag.Nearest(m.name, unread)
	i := slices.IndexFunc(m.module.Hooks(), func(h analysis.Hook) bool { return h.Name == near })
	if !ok || i < 0 || m.module.Hooks()[i].Place.Length == 0 {
		return
	}
	if len(reads[m]) == 1 { // either may be misspelt: moduleField reports the use
		s.unread[m] = m.module.Hooks()[i]
		return
	}
	s.reported[m] = true
	p := diag.New("script/unknown-name", m.module.Hooks()[i].Place, "nothing reads %s, and the module %s returns nothing called %q", near, m.module.ModuleName(), m.name).
		WithHint("did you mean %q?", m.name).WithEdit(near, m.name)
	for _, at := range reads[m] {
		p = p.WithNote(at, "%s is read here", m.name)
	}
	s.misspelt = append(s.misspelt, p)
}
