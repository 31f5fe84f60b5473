package rules

import (
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// explainUnknownNames adds hints to problems about names that a script does not know but that
// exist elsewhere: functions that only another script defines, and parameters of
// other items.
func (c *Content) explainUnknownNames(problems diag.List) {
	for i, p := range problems {
		pack := c.packOf(p.Place.File)
		if pack == nil || len(p.Message.Args) == 0 {
			continue
		}
		switch p.Code {
		case "script/unknown-global":
			problems[i] = c.explainName(pack, p)
		case "script/unknown-name":
			problems[i] = c.explainField(pack, p)
		}
	}
}

func (c *Content) packOf(file string) *def.Pack {
	for _, p := range c.Catalog.Packs() {
		if p.Holds(file) {
			return p
		}
	}
	return nil
}

// explainName explains an unknown name by the script or the item that has it.
func (c *Content) explainName(pack *def.Pack, p diag.Diagnostic) diag.Diagnostic {
	name := p.Message.Args[0]
	if hint := p.Hint.String(); strings.HasPrefix(hint, "did you mean vars.") || strings.HasPrefix(hint, "did you mean self.") {
		return p
	}
	for _, code := range c.code {
		if code.Pack != pack.ID || code.Expression || code.Program.Place().File == p.Place.File {
			continue
		}
		module := moduleName(code.Module)
		i := slices.IndexFunc(code.Program.Hooks(), func(h analysis.Hook) bool { return h.Name == name })
		k := slices.IndexFunc(code.Program.Facts().Functions, func(f analysis.Excerpt) bool { return f.Text == name })
		switch {
		case i < 0 && k < 0, module == "" && (i >= 0 || code.Owner == nil): // other scripts cannot use it
			continue
		case i >= 0 && code.Owner == nil:
			return p.WithHint("write: local %s = require(%q), and %s.%s(…)", path.Base(module), module, path.Base(module), name).
				WithNote(code.Program.Hooks()[i].Place, "another script returns it")
		case k >= 0 && module != "":
			return p.WithHint("a local function belongs to its script; let %s return it, and write: require(%q).%s(…)", module, module, name).
				WithNote(code.Program.Facts().Functions[k].Place, "another script defines it")
		case k >= 0:
			return p.WithHint("a local function belongs to its script; write it here too, or move it to a module").
				WithNote(code.Program.Facts().Functions[k].Place, "the script of %s defines it", code.Owner.Key())
		}
	}
	if d, param := c.ownerOf(pack, name); d != nil && p.Hint.IsZero() {
		return p.WithHint("write self.%s in its own script, or declare it here too: params: {%s: %v}", name, name, param.Default).
			WithNote(param.Place(), "it is a parameter of %s", d.Key())
	}
	return p
}

// moduleName returns the name under which scripts of its own pack require a
// module, given as "pack:name".
func moduleName(module string) string {
	_, name, _ := strings.Cut(module, ":")
	return name
}

// ownerOf finds the definition of a pack with a parameter.
func (c *Content) ownerOf(pack *def.Pack, name string) (*def.Definition, def.Param) {
	for _, d := range c.Catalog.All() {
		if d.Pack == pack.ID && d.Kind != "game" {
			if param, ok := d.Param(name); ok {
				return d, param
			}
		}
	}
	return nil, def.Param{}
}

// explainField explains a field that the owner of a script does not have: another
// item has it, and perhaps the owner names that item's script by mistake.
func (c *Content) explainField(pack *def.Pack, p diag.Diagnostic) diag.Diagnostic {
	what, is := strings.CutPrefix(p.Message.Args[0], "property or field of ")
	if !is {
		return p
	}
	name := p.Message.Args[1]
	i := slices.IndexFunc(c.Catalog.All(), func(d *def.Definition) bool { return d.Key() == what && d.Pack == pack.ID })
	if i < 0 {
		return p
	}
	own := c.Catalog.All()[i]
	if named, other := WrongScript(c.Catalog, own); other != nil {
		script := own.Data.Get("script")
		better := diag.New(p.Code, script.Place(), "%s names the script of %s", own.Key(), other.Key()).
			WithHint("did you mean %q?", named).WithEdit(script.Text(), named)
		return better.WithNote(p.Place, "%s", p.Message)
	}
	if d, param := c.ownerOf(pack, name); d != nil {
		p.Edits = nil // what resembles it has another meaning
		return p.WithHint("declare it here too: params: {%s: %v}", name, param.Default).WithNote(param.Place(), "it is a parameter of %s", d.Key())
	}
	return p
}

// WrongScript detects that a definition names the script of another one although
// it has a script of its own, which nothing else names. It returns the name of that
// script, as the definition should write it, and the other definition, or nil if
// all is well.
func WrongScript(c *def.Catalog, d *def.Definition) (own string, other *def.Definition) {
	named := d.Data.Get("script")
	if named == nil || d.Script == nil || d.Script.Module == "" || named.Place().File != d.Place.File {
		return "", nil
	}
	base := strings.TrimSuffix(path.Base(named.Text()), ".lua")
	if base == d.ID {
		return "", nil
	}
	own = path.Join(path.Dir(named.Text()), d.ID+".lua")
	pack, ok := c.Pack(d.Pack)
	if !ok || pack.Modules[strings.TrimSuffix(own, ".lua")] == nil {
		return "", nil
	}
	for _, x := range c.All() {
		switch {
		case x.Script == nil:
		case x.Script.Module == d.Pack+":"+strings.TrimSuffix(own, ".lua"):
			return "", nil
		case x.ID == base && x.Script.Module == d.Script.Module && other == nil:
			other = x
		}
	}
	return own, other
}
