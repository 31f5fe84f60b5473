// Package provenance reports where values come from: which pack defined a
// value, which packs changed it, and everything a pack changes.
//
// Layer content. It reads catalogs; it does not load or display them.
package provenance

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Step is one step in the history of a value: the new value and its origin.
type Step struct {
	// Path is the path of the value that was defined or changed; it may be
	// inside the requested value, or contain it.
	Path string
	// Op is empty for the first step.
	Op      def.Op
	Pack    string
	Version string
	Place   diag.Place
	// Before and Value are nil if there is none. Value is also nil in the first
	// step of a list or mapping with changed parts.
	Before, Value *def.Node
	// Text is the reason that the pack gives.
	Text string
}

// History returns the steps of the value at a path in a definition, oldest
// first; an empty path means the whole definition, for which only changes are
// listed. It returns ok == false if there is no such value and never has been.
// The catalog must be that of the definition.
func History(c *def.Catalog, d *def.Definition, pathText string) (steps []Step, ok bool) {
	if pathText == "" {
		return changes(c, d, nil), true
	}
	path, ok := def.ParsePath(pathText)
	if !ok {
		return nil, false
	}
	if len(path) == 2 && path[0].Name == "params" { // a parameter's value is its default
		if path.At(d.Data).Get("default") != nil {
			path = append(path, def.Step{Name: "default"})
		}
	}
	steps = changes(c, d, path)
	now := path.At(d.Data)
	if now == nil && !slices.ContainsFunc(steps, func(s Step) bool { return s.existed(d, path) }) {
		return nil, false
	}
	first, parted := now, false // parted is set if a part of the value changed before the whole value did
	for _, s := range steps {
		if w := changePath(d, s.Path, s.Before, s.Value); len(w) <= len(path) {
			first = valueAt(s.Before, w, path)
			break
		}
		parted = true
	}
	if origin, ok := hook(c, d, path); ok && len(steps) > 0 {
		return append([]Step{origin}, steps...), true
	}
	if first != nil {
		pack := packOfFile(c, d, first.Place().File)
		origin := Step{Path: pathText, Pack: pack, Version: version(c, pack), Place: first.Place(), Value: first}
		if parted {
			origin.Value = nil // the original whole value is not kept
		}
		steps = append([]Step{origin}, steps...)
	}
	return steps, true
}

// changePath returns the path of a change. For a change of the number of a parameter that
// has other keys too, it is the path of the default.
func changePath(d *def.Definition, path string, before, after *def.Node) def.Path {
	w, _ := def.ParsePath(path)
	if len(w) != 2 || w[0].Name != "params" {
		return w
	}
	isMap := func(n *def.Node) bool { return n != nil && n.Type() == def.Map }
	if isMap(w.At(d.Data)) && !isMap(before) && !isMap(after) {
		return append(w, def.Step{Name: "default"})
	}
	return w
}

// valueAt returns the value at a path that leads into n, which is at w. A parameter
// that is a number is its default.
func valueAt(n *def.Node, w, path def.Path) *def.Node {
	rest := path[len(w):]
	if len(w) == 2 && w[0].Name == "params" && rest.String() == "default" && n != nil && n.Type() == def.Number {
		return n
	}
	return rest.At(n)
}

// hook returns the first step of a hook to which packs add functions: where the
// script of the definition itself first names it.
func hook(c *def.Catalog, d *def.Definition, path def.Path) (Step, bool) {
	if len(path) != 2 || path[0].Name != "hooks" || d.Script == nil {
		return Step{}, false
	}
	name := regexp.MustCompile(`\b` + regexp.QuoteMeta(path[1].Name) + `\b`)
	at := name.FindStringIndex(d.Script.Source)
	if at == nil {
		return Step{}, false
	}
	before := d.Script.Source[:at[0]]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	place := diag.Place{File: d.Script.File, Line: d.Script.Line + line, Column: d.Script.Column + column}
	pack := packOfFile(c, d, d.Script.File)
	return Step{Path: path.String(), Pack: pack, Version: version(c, pack), Place: place}, true
}

// existed reports whether there was a value at a path before or after a step.
func (s Step) existed(d *def.Definition, path def.Path) bool {
	w := changePath(d, s.Path, s.Before, s.Value)
	if len(w) >= len(path) {
		return true
	}
	return path[len(w):].At(s.Before) != nil || path[len(w):].At(s.Value) != nil
}

// changes returns the changes of packs at a path, above it or below it.
func changes(c *def.Catalog, d *def.Definition, path def.Path) []Step {
	var out []Step
	for _, ch := range d.Changes {
		w := changePath(d, ch.Path, ch.Before, ch.After)
		if w == nil || !w.Covers(path) && !path.Covers(w) {
			continue
		}
		out = append(out, Step{
			Path: ch.Path, Op: ch.Op, Pack: ch.Pack, Version: version(c, ch.Pack), Place: ch.Place,
			Before: ch.Before, Value: ch.After, Text: ch.Text,
		})
	}
	return out
}

// packOfFile returns the pack that contains a file, else that of the definition.
func packOfFile(c *def.Catalog, d *def.Definition, file string) string {
	for _, p := range c.Packs() {
		if p.Holds(file) {
			return p.ID
		}
	}
	return d.Pack
}

func version(c *def.Catalog, pack string) string {
	if p, ok := c.Pack(pack); ok {
		return p.Version
	}
	return ""
}

// Summary lists the additions and changes of a pack.
type Summary struct {
	Pack *def.Pack
	// Adds are its own definitions, in the order of keys.
	Adds []*def.Definition
	// Changes are its changes to definitions of other packs, in the order of
	// keys and then of application.
	Changes []ChangedDefinition
}

// ChangedDefinition is a definition with a pack's changes to it.
type ChangedDefinition struct {
	Definition *def.Definition
	Changes    []def.Change
}

// Summarize returns what a pack adds and changes. A change that other definitions
// inherit is listed only for the definition it is made in.
func Summarize(c *def.Catalog, pack string) (Summary, bool) {
	p, ok := c.Pack(pack)
	if !ok {
		return Summary{}, false
	}
	out := Summary{Pack: p}
	for _, d := range c.All() {
		if d.Pack == pack {
			out.Adds = append(out.Adds, d)
		}
		var own []def.Change
		for _, ch := range d.Changes {
			if ch.Pack == pack && ch.Of == d.Key() {
				own = append(own, ch)
			}
		}
		if len(own) > 0 && d.Pack != pack {
			out.Changes = append(out.Changes, ChangedDefinition{d, own})
		}
	}
	return out, true
}
