package symbols

import (
	"bytes"
	"regexp"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// module indexes a Lua file of a pack.
func (b *indexer) module(p *def.Pack, script *def.Script, owner *def.Definition) {
	b.of, b.pack = owner, p.ID
	if owner != nil {
		b.game = b.Content.GameOf(owner)
	} else {
		b.game = b.Content.GameOf(&def.Definition{Pack: p.ID})
	}
	b.lua(script.Source, script.File, script.Line, script.Column)
}

// lua indexes the names in a Lua source. line and column are the offsets to add
// to places in it; the column counts in its first line only if it is a part of
// a line.
func (b *indexer) lua(source, file string, line, column int) {
	tokens := syntax.Tokens(source)
	b.members(tokens, file, line, column)
	for _, m := range mentions(tokens, b.functions) {
		at := diag.Place{File: file, Line: m.Line + line, Column: m.Column + column}
		switch {
		case m.Category == Param:
			b.field(m, at)
		case m.Category == "":
			b.ambiguous(m.Name, at)
		case m.Category == Property:
			if s, short, ok := b.Resolve(b.of, b.game, Property, m.Name); ok {
				b.add(s, short, at, false)
			} else if m.Of == "" {
				b.resolveName([]Category{Variable}, m.Name, at) // add(vars, "coins", 1)
			}
		default:
			b.resolveName([]Category{m.Category}, m.Name, at)
		}
	}
}

// ambiguous indexes a quoted text of unknown kind, if exactly one kind of names has
// it.
func (b *indexer) ambiguous(name string, at diag.Place) {
	if b.of != nil && b.of.Kind == name || b.game == nil {
		return
	}
	var found []Symbol
	for _, category := range []Category{Zone, Phase, Window, Event, Value, Variable, Property, Action, Definition} {
		if s, _, ok := b.Resolve(b.of, b.game, category, name); ok {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		short := found[0].Short()
		at.Column += width(name) - width(short)
		b.add(found[0], short, at, false)
	}
}

// field indexes a field of self or of game: a parameter, or a property.
func (b *indexer) field(m Mention, at diag.Place) {
	d := b.of
	if m.Of == "game" && b.game != nil {
		d = b.game.Definition
	}
	if d == nil {
		return
	}
	if s, ok := b.param(d, m.Name); ok {
		b.add(s, m.Name, at, false)
	} else if s, short, ok := b.Resolve(b.of, b.game, Property, m.Name); ok && m.Of == "self" {
		b.add(s, short, at, false)
	}
}

// documents indexes the documents of a YAML file that are not definitions:
// patches, manifests and translations.
func (b *indexer) documents(file string, text []byte) {
	in := b.packOf(file)
	if bytes.Contains(text, []byte("extends:")) {
		b.extendsKeys(file, in, text)
	}
	if hasDocument(text) {
		nodes, _ := yaml.Parse(file, text)
		for _, n := range nodes {
			b.document(n, in)
		}
	}
}

// packOf returns the pack that contains a file, or "" if none does.
func (b *indexer) packOf(file string) string {
	for _, p := range b.Content.Catalog.Packs() {
		if p.Holds(file) {
			return p.ID
		}
	}
	return ""
}

// extendsInFlow matches a key extends in braces.
var extendsInFlow = regexp.MustCompile(`[{,]\s*["']?extends["']?\s*:`)

// extendsKeys indexes the extends keys of definitions: loading merges the named
// definitions and drops the keys from the data.
func (b *indexer) extendsKeys(file, pack string, source []byte) {
	if extendsInFlow.Match(source) {
		nodes, _ := yaml.Parse(file, source)
		for _, n := range nodes {
			if name := n.Get("extends"); name != nil && name.Type() == def.Text {
				b.extended(pack, n.TextOr("kind", ""), name.Text(), name.Place())
			}
		}
		return
	}
	text := string(source)
	for i, line := range splitLines(text) {
		if value, ok := strings.CutPrefix(line, "extends:"); ok {
			name := strings.Trim(strings.TrimSpace(value), `"'`)
			b.extended(pack, At(text, i+1, 1).Kind, name, diag.Place{File: file, Line: i + 1, Column: width(line[:strings.LastIndex(line, name)]) + 1})
		}
	}
}

// extended indexes the name of the definition that another one, of a pack and a kind,
// extends.
func (b *indexer) extended(pack, kind, name string, at diag.Place) {
	of := &def.Definition{Pack: pack, Kind: kind}
	if s, short, ok := b.Resolve(of, nil, Same, name); ok {
		at.Column += width(name) - width(short)
		b.add(s, short, at, false)
	}
}

// documentKinds are the kinds of documents that are not definitions.
var documentKinds = []string{"patch", "pack", "locale"}

func hasDocument(text []byte) bool {
	for _, kind := range documentKinds {
		if bytes.Contains(text, []byte("kind: "+kind)) {
			return true
		}
	}
	return false
}

// translations indexes the translations of a definition: the paths of its texts,
// and the names in their braces.
func (b *indexer) translations(d *def.Definition, texts *def.Node) {
	for _, text := range texts.Fields() {
		b.of, b.game = d, b.Content.GameOf(d)
		b.path(d, text.Key, text.KeyPlace())
		b.value(text.Value, nil)
	}
	b.of, b.game = nil, nil
}

func (b *indexer) document(n *def.Node, pack string) {
	b.of, b.game, b.pack = nil, nil, pack
	switch kind := n.TextOr("kind", ""); kind {
	case "patch", "pack":
		b.value(n, b.Schemas.Kind(kind))
		b.patchPaths(n)
	case "locale":
		for _, f := range n.Each("texts") {
			if s, short, ok := b.Resolve(b.currentDefinition(), nil, Path, f.Key); ok {
				at := f.KeyPlace()
				at.Column += width(f.Key) - width(short)
				b.add(s, short, at, false)
				if d := b.Definition(s); d != nil {
					b.translations(d, f.Value)
				}
			}
		}
	}
}
