package lint

import (
	"fmt"
	"maps"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// unknownFields finds x.name where no property, parameter, content key or
// script table has that name: it can only be nil, or an error.
func unknownFields(p *pass) {
	known := p.knownFields()
	for _, problem := range p.shared.misspelt {
		p.report(problem)
	}
	for i := range p.code {
		code := &p.code[i]
		fields := code.Program.Facts().Fields
		for k := range fields {
			f := &fields[k]
			if f.Module != nil && !f.Write {
				p.moduleField(f)
				continue
			}
			if (f.Of == "self" || f.Of == "game") && f.Name == "params" && !f.Write {
				p.report(diag.New("script/unknown-name", f.Place, "%s has no field params: parameters are fields of %s", f.Of, f.Of).WithHint("write %s.NAME for the parameter NAME", f.Of))
				continue
			}
			if f.Of == "vars" || f.Of == "game" || known[f.Name] || p.index.has(p.index.keys, f.Name) {
				continue // the first two are checked by what they are
			}
			problem := diag.New("script/unknown-name", f.Place, nothingHas, f.Name).Suggest(f.Name, p.fieldNames(known))
			if hint := p.foreignField(f); hint != "" {
				problem.Edits = nil
				problem = problem.WithHint("%s", hint)
			}
			p.report(problem)
		}
	}
}

// nothingHas says that a field is unknown.
const nothingHas = "nothing has a field %q"

// foreignFields maps fields that values have in other languages to what to write.
var foreignFields = map[string]string{
	"length": "the length of a list or text is #list", "size": "the length of a list or text is #list", "len": "the length of a list or text is #list",
	"Length": "the length of a list or text is #list", "Count": "the length of a list or text is #list",
	"toString": "write: tostring(x)", "ToString": "write: tostring(x)", "equals": "to compare, write ==", "Equals": "to compare, write ==",
	"push": "write: table.insert(list, x)", "append": "write: table.insert(list, x)", "pop": "write: table.remove(list)",
	"sort": "write: table.sort(list)", "join": "write: table.concat(list, \", \")",
	"forEach": "write: for _, x in ipairs(list) do … end", "map": "write: for i, x in ipairs(list) do … end", "filter": "write: for _, x in ipairs(list) do … end",
	"includes": "loop over the list with ipairs", "contains": "loop over the list with ipairs", "indexOf": "loop over the list with ipairs",
	"toUpperCase": "write: string.upper(text)", "toLowerCase": "write: string.lower(text)", "upper": "write: string.upper(text)", "lower": "write: string.lower(text)",
	"substring": "write: string.sub(text, first, last)", "format": "write: string.format(…)", "round": "write: math.floor(x + 0.5)",
	"value": "write the name alone: vars.gold, die.value",
}

// foreignField returns what to write for a field that nothing has, but that other
// languages have, or that is a function of the game; "" if it is neither.
func (p *pass) foreignField(f *analysis.Field) string {
	if hint := foreignFields[f.Name]; hint != "" {
		return hint
	}
	if slices.ContainsFunc(api.Functions(), func(fn api.Function) bool { return fn.Name == f.Name }) {
		return fmt.Sprintf("call functions of the game without a prefix: %s(…)", f.Name)
	}
	return ""
}

// moduleName is a name that scripts read from a module.
type moduleName struct {
	module analysis.Module
	name   string
}

// moduleField reports a name that a module does not return.
func (p *pass) moduleField(f *analysis.Field) {
	if has, known := f.Module.Exports(f.Name); has || !known || p.shared.reported[moduleName{f.Module, f.Name}] {
		return
	}
	problem := diag.New("script/unknown-name", f.Place, "the module %s returns nothing called %q", f.Module.ModuleName(), f.Name).
		Suggest(f.Name, f.Module.ExportNames())
	if h, ok := p.shared.unread[moduleName{f.Module, f.Name}]; ok {
		problem = problem.WithNote(h.Place, "it returns %s, which nothing reads", h.Name)
	}
	p.report(problem)
}

// knownFields collects the names that a field may have, except the keys and
// parameters of definitions.
func (p *pass) knownFields() map[string]bool {
	known, kind := maps.Clone(p.index.tableKeys), ""
	for _, name := range rules.EntityFields() {
		known[name] = true
	}
	for _, x := range p.all { // in the order of kinds
		if x.Kind != kind {
			kind = x.Kind
			for _, name := range x.Allowed {
				known[name] = true
			}
		}
	}
	for name, uses := range p.index.fields { // tables that are passed to functions
		written := slices.ContainsFunc(uses, func(f field) bool { return f.Write })
		read := slices.ContainsFunc(uses, func(f field) bool { return !f.Write })
		if written && read {
			known[name] = true
		}
	}
	maps.Copy(known, p.shared.hooks)
	return known
}

// fieldNames lists the known names with the keys and parameters of definitions,
// sorted.
func (p *pass) fieldNames(known map[string]bool) []string {
	all := maps.Clone(known)
	for n, word := range p.index.vocabulary.words {
		if p.index.keys[n] {
			all[word] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}
