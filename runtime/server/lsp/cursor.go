package lsp

import (
	"maps"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
)

// cursor is a position in a file, with its context.
type cursor struct {
	snapshot *snapshot
	name     string // of the file
	text     string
	line     int // from 1
	column   int // in characters, from 1
	content  string
	game     *rules.Game     // nil if unknown
	of       *def.Definition // that the position is in, from the last build; may be nil

	yaml   symbols.Cursor  // if it is a YAML file
	schema *symbols.Schema // of the value that the position is in; may be nil
	lua    *luaCursor      // if the position is in Lua
}

// luaCursor is a position in a Lua source, which may be a part of a file.
type luaCursor struct {
	source string
	offset int // of the position in the source, in bytes
	// line is to be added to lines of the source, and column to columns of its
	// first line, or of all lines of a block.
	line, column int
	expression   bool
}

func isLua(name string) bool { return strings.HasSuffix(name, ".lua") }

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// at determines the context of a position. It returns nil for an unknown file.
func (s *server) at(u uri.URI, p protocol.Position) *cursor {
	name := nameOf(u)
	text, ok := s.source(name)
	if !ok {
		return nil
	}
	content := lineAt(text, int(p.Line))
	at := &cursor{
		snapshot: s.current(), name: name, text: text, content: content,
		line: int(p.Line) + 1, column: column(content, p.Character),
	}
	at.game = at.snapshot.gameOf(s, name)
	if isLua(name) {
		at.lua = &luaCursor{source: text, offset: offset(text, p)}
		at.of = at.ownerOf(name)
		return at
	}
	at.yaml = symbols.At(text, at.line, at.column)
	at.schema = at.snapshot.schemas.Schema(at.yaml.Kind, at.yaml.Path)
	at.of = at.definition()
	at.findLua()
	return at
}

// ownerOf returns the definition whose script a file is.
func (at *cursor) ownerOf(file string) *def.Definition {
	if at.snapshot.lookup() == nil {
		return nil
	}
	for _, d := range at.snapshot.lookup().Catalog.All() {
		if d.Script != nil && d.Script.File == file {
			return d
		}
	}
	return nil
}

// definition returns the definition that a position in YAML is in.
func (at *cursor) definition() *def.Definition {
	if at.snapshot.lookup() == nil {
		return nil
	}
	for _, d := range at.snapshot.lookup().Catalog.All() {
		if d.Place.File == at.name && d.Kind == at.yaml.Kind && d.ID == at.yaml.ID {
			return d
		}
	}
	return nil
}

// findLua sets lua if the position in YAML is in a script or an expression.
func (at *cursor) findLua() {
	c := at.yaml
	if len(c.Path) == 0 {
		return
	}
	isScript := c.Path[len(c.Path)-1].Key == "lua" && len(c.Path) == 1
	switch {
	case c.Comment:
	case c.InBlock:
		if !isScript && !at.schema.IsExpression(c.Block) {
			return
		}
		p := protocol.Position{Line: uint32(at.line - c.BlockLine)}
		row := lineAt(c.Block, at.line-c.BlockLine)
		p.Character = character(row, at.column-c.BlockIndent)
		at.lua = &luaCursor{source: c.Block, offset: offset(c.Block, p), line: c.BlockLine - 1, column: c.BlockIndent, expression: !isScript}
	case at.inPlaceholder():
		from := strings.LastIndex(c.Word, "{=") + len("{=")
		rest, _, _ := strings.Cut(c.Rest, "}")
		at.lua = &luaCursor{source: c.Word[from:] + rest, offset: len(c.Word) - from, line: at.line - 1, column: c.Start - 1 + len([]rune(c.Word[:from])), expression: true}
	case !c.OnKey && at.schema.IsExpression(c.Word) && c.Word != "":
		source := c.Word + c.Rest
		if strings.HasPrefix(source, "=") {
			source = " " + source[1:]
		}
		at.lua = &luaCursor{source: source, offset: len(c.Word), line: at.line - 1, column: c.Start - 1, expression: true}
	}
}

// inPlaceholder reports whether the position is in the Lua of a text, as in {=game.fee}.
func (at *cursor) inPlaceholder() bool {
	i := strings.LastIndex(at.yaml.Word, "{=")
	return i >= 0 && !strings.Contains(at.yaml.Word[i:], "}")
}

// word returns the name around the position, and its columns.
func (at *cursor) word() (word string, from, to int) {
	runes := []rune(at.content)
	from, to = min(at.column-1, len(runes)), min(at.column-1, len(runes))
	for from > 0 && isNameRune(runes[from-1]) {
		from--
	}
	for to < len(runes) && isNameRune(runes[to]) {
		to++
	}
	return string(runes[from:to]), from + 1, to + 1
}

func isNameRune(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// categories lists the kinds of names that the value at the position may be.
func (at *cursor) categories() []symbols.Category {
	if at.schema == nil {
		return nil
	}
	return at.schema.Categories()
}

// scripts lists the Lua files of the pack that a file is in, by their path
// below scripts/PACK/.
func (at *cursor) scripts(s *server) []string {
	var out []string
	if p := at.pack(s); p != nil {
		for _, name := range slices.Sorted(maps.Keys(p.Modules)) {
			out = append(out, name+".lua")
		}
	}
	return out
}

// pictures lists the pictures of the pack of the file.
func (at *cursor) pictures(s *server) []string {
	if p := at.pack(s); p != nil {
		return slices.Sorted(maps.Keys(p.Pictures))
	}
	return nil
}

// pack returns the pack of the file, or nil.
func (at *cursor) pack(s *server) *def.Pack {
	if at.snapshot.lookup() == nil {
		return nil
	}
	p, _ := at.snapshot.lookup().Catalog.Pack(s.workspace.Loader.Dependencies().PackOf(at.name))
	return p
}

// scriptFile returns the file of a script that a pack's YAML names.
func scriptFile(yamlFile, script string) string {
	dir := path.Dir(yamlFile)
	for dir != "." && dir != "/" {
		if path.Base(path.Dir(dir)) == "content" {
			return path.Join(path.Dir(path.Dir(dir)), "scripts", path.Base(dir), script)
		}
		dir = path.Dir(dir)
	}
	return ""
}
