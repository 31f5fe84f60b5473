package load

import (
	"maps"
	"path"
	"slices"
	"strings"
	"unsafe"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// lua reads the scripts of a pack. Each becomes a module by its path below
// scripts/PACK/ without .lua.
func (b *builder) lua(p *folder, out *def.Pack) {
	if b.scripts == nil {
		b.scripts = map[string]map[string]*def.Script{}
	}
	paths := map[string]*def.Script{}
	b.scripts[p.id] = paths
	for _, inner := range p.lua {
		f := b.read(p.root, inner)
		b.problems = append(b.problems, f.problems...)
		if f.src == nil {
			paths[below(inner, p.id)] = &def.Script{File: f.path} // it exists, though unreadable
			continue
		}
		if f.script == nil {
			// A copy of the text would take as much memory again.
			f.script = &def.Script{File: f.path, Source: unsafe.String(unsafe.SliceData(f.src), len(f.src)), Pack: p.id}
			f.script.Module = p.id + ":" + strings.TrimSuffix(below(inner, p.id), ".lua")
		}
		paths[below(inner, p.id)] = f.script
		out.Modules[strings.TrimSuffix(below(inner, p.id), ".lua")] = f.script
	}
	d := digester{}
	for _, name := range slices.Sorted(maps.Keys(out.Modules)) {
		d.script(out.Modules[name])
	}
	out.Digest = d.sum()
}

func below(inner, packID string) string {
	return strings.TrimPrefix(inner, path.Join("scripts", packID)+"/")
}

// script finds the Lua of a definition: a file of the pack, or a block inside
// the YAML.
func (b *builder) script(packID string, n *def.Node) (*def.Script, diag.List) {
	file, block := n.Get("script"), n.Get("lua")
	switch {
	case file != nil && block != nil:
		d := diag.New("content/schema", block.Place(), "a definition has either script or lua, not both").
			WithHint("move the block into the file, or remove script").WithNote(file.Place(), "the script is named here")
		return nil, diag.List{d}
	case file != nil && file.Type() == def.Text:
		paths := b.scripts[packID]
		if s, ok := paths[file.Text()]; ok {
			return s, nil
		}
		d := diag.New("script/missing", file.Place(), "the script scripts/%s/%s does not exist", packID, file.Text())
		return nil, diag.List{d.Suggest(file.Text(), slices.Sorted(maps.Keys(paths)))}
	case block != nil && block.Type() == def.Text:
		return b.inline(block)
	}
	return nil, nil
}

// inline returns the script in a block. Its lines must be lines of the file, so
// that errors can be shown at their place.
func (b *builder) inline(block *def.Node) (*def.Script, diag.List) {
	s := &def.Script{File: block.Place().File, Source: block.Text(), Line: int(block.TextLine()), Column: int(block.TextColumn())}
	f := b.files[s.File]
	s.Pack = f.pack
	i := s.Line
	text, rest, more := strings.Cut(strings.TrimRight(s.Source, "\n"), "\n")
	for line := range yaml.LinesFrom(f.src, i) {
		if !strings.Contains(string(line), text) && strings.TrimSpace(text) != "" && i != int(block.Line())-1 {
			break
		}
		if !more {
			return s, nil
		}
		text, rest, more = strings.Cut(rest, "\n")
		i++
	}
	return nil, diag.List{diag.New("content/value", block.Place(), "the lines of this Lua code are not lines of the file").
		WithHint("write it as a block: lua: |")}
}
