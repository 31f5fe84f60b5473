package symbols

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua"
	"sleight/runtime/lua/syntax"
)

// programOwner is the owner of a unit's programs: a definition, or a module by its
// name as PACK:NAME.
type programOwner struct {
	definition *def.Definition
	module     string
}

// programs maps units to their compiled Lua, and records which modules are
// scripts of definitions.
func (b *indexer) programs() map[programOwner][]*lua.Program {
	out := map[programOwner][]*lua.Program{}
	all := b.Content.Code()
	for i := range all {
		code := &all[i]
		if code.Owner != nil && code.Module != "" {
			b.scriptModules[code.Module] = true
		}
		key := programOwner{module: code.Module}
		if code.Module == "" {
			key = programOwner{definition: code.Owner}
		}
		out[key] = append(out[key], code.Program)
	}
	return out
}

// member identifies a field of a module in a script: of is the local that holds
// the module, "require" if it is not held by any, and empty for a key of the table
// that the script returns.
type member struct {
	file     string
	line     int
	of, name string
}

// membersOf returns the fields of modules that programs name, with the modules.
// Only the compiler knows which local holds a module at which place.
func membersOf(programs []*lua.Program) map[member]string {
	out := map[member]string{}
	for _, p := range programs {
		own := p.FullName()
		fields := p.Facts().Fields
		for i := range fields {
			f := &fields[i]
			switch key := (member{f.Place.File, f.Place.Line, f.Of, f.Name}); {
			case f.Own && own != "":
				out[key] = own
			case f.Module == nil:
			case f.Of == "":
				key.of = "require"
				out[key] = f.Module.FullName()
			default:
				out[key] = f.Module.FullName()
			}
		}
		if own == "" {
			continue
		}
		for _, h := range p.Hooks() {
			out[member{h.Place.File, h.Place.Line, "", h.Name}] = own
		}
	}
	return out
}

// members indexes the functions of modules in a source. line and column are those
// of lua.
func (b *indexer) members(tokens []syntax.Token, file string, line, column int) {
	token := func(i int) (t syntax.Token) {
		if 0 <= i && i < len(tokens) {
			t = tokens[i]
		}
		return t
	}
	text := func(i int) string { return token(i).Text }
	for i, t := range tokens {
		if b.isHook(t.Text) {
			continue
		}
		of, declares := "", text(i+1) == "="
		if text(i-1) == "." {
			if of = text(i - 2); of == ")" || token(i-2).Kind == syntax.TextToken {
				of = "require"
			}
			declares = declares || text(i-3) == "function"
		} else if !declares {
			continue
		}
		at := diag.Place{File: file, Line: t.Line + line, Column: t.Column + column}
		module, ok := b.moduleOf[member{file, at.Line, of, t.Text}]
		if !ok && of == "require" && text(i-5) == "require" { // in a test, which is not compiled with the content
			module, ok = b.required(strings.Trim(text(i-3), `"'`))
		}
		if ok && !b.scriptModules[module] {
			b.add(Symbol{Function, module, t.Text}, t.Text, at, declares)
		}
	}
}

// required returns the module that a script of the pack requires by a name.
func (b *indexer) required(name string) (module string, ok bool) {
	pack, short, other := strings.Cut(name, ":")
	if !other {
		pack, short = b.pack, name
	}
	p, ok := b.Content.Catalog.Pack(pack)
	if !ok || p.Modules[short] == nil {
		return "", false
	}
	return p.Modules[short].Module, true
}

// isHook reports whether a name is that of a hook that contains another name,
// such as on_EVENT: that other name is renamed, not the hook.
func (b *indexer) isHook(name string) bool {
	for _, p := range prefixes {
		if of, ok := strings.CutPrefix(name, p.prefix); ok {
			if _, _, ok := b.Resolve(b.of, b.game, p.category, of); ok {
				return true
			}
		}
	}
	return false
}
