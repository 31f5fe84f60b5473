package load

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// define builds a definition from validated data. It skips data of the wrong
// shape, which has already been reported.
func (b *builder) define(d *document, n *def.Node, script *def.Script) (*def.Definition, diag.List) {
	out := &def.Definition{
		Pack: d.pack, Kind: d.kind, ID: d.id,
		Name: d.title, Text: n.TextOr("text", ""), Bases: d.bases, Pluses: d.plusSigns,
		Data: n, Script: script, Place: d.node.Place(),
		Changes: d.changes, Layers: d.layers,
	}
	if n.Get("upgrade_of") == nil {
		out.Rarity = n.TextOr("rarity", "")
	}
	var problems diag.List
	seen := map[string]*def.Node{}
	tags, params := n.All("tags"), n.Each("params")
	out.Tags, out.Params = slices.Grow(out.Tags, len(tags)), slices.Grow(out.Params, len(params))
	for _, tag := range tags {
		if first, twice := seen[tag.Text()]; twice {
			problems = append(problems, diag.New("content/schema", tag.Place(), "duplicate tag %q", tag.Text()).
				WithHint("remove one of them").WithNote(first.Place(), "first defined here"))
			continue
		}
		seen[tag.Text()] = tag
		out.Tags = append(out.Tags, tag.Text())
	}
	for _, f := range params {
		p, problem := param(f)
		out.Params = append(out.Params, p)
		problems = append(problems, problem...)
	}
	problems = append(problems, b.checkPlaceholders(d, out)...)
	problems = append(problems, unknownIcons(n)...)
	problems = append(problems, b.unknownPictures(out)...)
	out.Allowed, out.Traits = b.kinds.Keys(d.kind), b.kinds.Traits(d.kind)
	if !b.once {
		out.Digest = digest(out, !b.kinds.BuiltIn(d.kind))
	}
	return out, problems
}

// param reads a parameter in its short form (a number) or in full.
func param(f def.Field) (def.Param, diag.List) {
	p := def.Param{Name: f.Key, Position: f.Value.Position()}
	if f.Value.Type() == def.Number {
		p.Default = f.Value.Number()
		return p, nil
	}
	value := f.Value.Get("default")
	p.Default = f.Value.NumberOr("default", 0)
	p.Breaks, p.Unit, p.Text = f.Value.TextOr("breaks", ""), f.Value.TextOr("unit", ""), f.Value.TextOr("text", "")
	if value != nil {
		p.Position = value.Position()
	}
	safe := f.Value.All("safe")
	if len(safe) != 2 || safe[0].Type() != def.Number || safe[1].Type() != def.Number {
		return p, nil
	}
	p.HasSafe, p.Low, p.High = true, safe[0].Number(), safe[1].Number()
	at := f.Value.Get("safe")
	switch {
	case p.Low > p.High:
		return p, diag.List{diag.New("content/range", at.Place(), "the safe range of %s ends below its start", p.Name).
			WithHint("write [%s, %s]", decimal(p.High), decimal(p.Low))}
	case value == nil || value.Type() != def.Number: // reported by the schema
	case p.Default < p.Low || p.Default > p.High:
		return p, diag.List{rangeWarning(p, at.Place())}
	}
	return p, nil
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func rangeWarning(p def.Param, safe diag.Place) diag.Diagnostic {
	text := fmt.Sprintf("%s is %s, outside its safe range %s to %s", p.Name, decimal(p.Default), decimal(p.Low), decimal(p.High))
	if p.Breaks != "" {
		text += "; what breaks: " + p.Breaks
	}
	return diag.New("content/param-range", p.Place(), "%s", strings.TrimSuffix(text, ".")).
		WithNote(safe, "the safe range is declared here")
}

// inText returns the place in the file of n.Text()[from:to]. In a folded text,
// whose lines are not those of the file, it is the part's first occurrence from
// there on.
func (b *builder) inText(n *def.Node, from, to int) diag.Place {
	part, at := n.Text()[from:to], n.Place()
	line, column := yaml.Position([]byte(n.Text()), from)
	line, column = line+int(n.TextLine()), column+int(n.TextColumn())
	first := line
	for text := range yaml.LinesFrom(b.files[at.File].src, first-1) {
		before := bytes.Index(text, []byte(part))
		if start := byteOf(text, column-1); line == first && bytes.HasPrefix(text[start:], []byte(part)) {
			before = start
		}
		if before >= 0 {
			at.Line, at.Column, at.Length = line, utf8.RuneCount(text[:before])+1, utf8.RuneCountInString(part)
			return at
		}
		if line++; line > first+50 {
			break
		}
	}
	return at
}

// byteOf returns the offset of a character, counted from 0, in bytes, or the
// length of a text that has fewer.
func byteOf(text []byte, character int) int {
	at := 0
	for ; character > 0 && at < len(text); character-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}
