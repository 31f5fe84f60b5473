package lint

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// reorderedTexts finds texts with characters that reorder the text around them
// (U+202A to U+202E, U+2066 to U+2069): with them a name can look like another.
func reorderedTexts(r *reporter, n *notes) {
	if n.reordered {
		r.findReordered(n.of.Data)
	}
}

// findReordered searches a value.
func (r *reporter) findReordered(n *def.Node) {
	r.reorderedText(n.Text(), n.Place())
	for _, item := range n.Items() {
		r.findReordered(item)
	}
	for _, f := range n.Fields() {
		r.reorderedText(f.Key, f.KeyPlace())
		r.findReordered(f.Value)
	}
}

// reorderedText reports the first such character of a text.
func (r *reporter) reorderedText(text string, at diag.Place) {
	if i := strings.IndexFunc(text, reorders); i >= 0 {
		found, _ := utf8.DecodeRuneInString(text[i:])
		r.report(diag.New("content/bidi", at, "this text contains a character that reorders the text around it (U+%04X)", found).
			WithHint("remove it: players would not read what is written"))
	}
}

// titleOf returns the place of the title of a pack.
func titleOf(p *def.Pack, source func(file string) ([]byte, bool)) diag.Place {
	at := diag.Place{File: path.Join(p.Place.File, manifest.File)}
	text, _ := source(at.File)
	before, _, found := bytes.Cut(text, []byte("title:"))
	if found {
		at.Line = 1 + bytes.Count(before, []byte("\n"))
		at.Column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	}
	return at
}

func reorders(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// reorderedElsewhere finds such characters in the parts of packs that are not
// definitions: in manifests and translations, and in scripts, where they can make
// code look like a comment, or a comment like code.
func reorderedElsewhere(c *rules.Content, source func(file string) ([]byte, bool)) diag.List {
	r := &reporter{}
	for _, p := range c.Catalog.Packs() {
		r.reorderedText(p.Title, titleOf(p, source))
		for _, name := range slices.Sorted(maps.Keys(p.Modules)) {
			script, line := p.Modules[name], 0
			for text := range strings.Lines(script.Source) {
				line++
				if at := strings.IndexFunc(text, reorders); at >= 0 {
					r.reorderedText(text, diag.Place{File: script.File, Line: line, Column: 1 + utf8.RuneCountInString(text[:at])})
				}
			}
		}
	}
	for _, l := range c.Catalog.Locales {
		if n, _ := l.Read(); n != nil {
			r.findReordered(n)
		}
	}
	return r.problems
}
