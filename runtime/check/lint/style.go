package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// style finds files that would be easier to edit if they named their schema.
func style(p *pass) {
	seen := map[string]bool{}
	for i := range p.index.notes {
		n := p.index.notes[i]
		if n.read && (n.namesSchema || seen[n.of.Place.File]) {
			continue
		}
		text, ok := p.source(n.of.Place.File)
		if !ok {
			continue
		}
		if !n.read {
			n.namesSchema, n.read = bytes.Contains(text, []byte("yaml-language-server:")), true
		}
		if !seen[n.of.Place.File] && !n.namesSchema {
			seen[n.of.Place.File] = true
			p.modeline(n.of)
		}
	}
}

// modeline finds files that do not name their schema for editors although it is
// in the same workspace.
func (p *pass) modeline(x *def.Definition) {
	root, below, ok := strings.Cut(x.Place.File, path.Join("content", x.Pack)+"/")
	schema := "schemas/" + x.Kind + ".schema.json"
	if _, there := p.source(root + schema); !ok || !there {
		return
	}
	up := strings.Repeat("../", strings.Count(path.Join("content", x.Pack, below), "/"))
	at := diag.Place{File: x.Place.File, Line: 1}
	problem := diag.New("style/modeline", at, "this file does not name its schema for editors").
		WithHint("begin it with: # yaml-language-server: $schema=%s", up+schema)
	problem.Edits = []diag.Edit{{Place: at, New: "# yaml-language-server: $schema=" + up + schema + "\n"}}
	p.report(problem)
}

// The first and last keys of every definition.
var (
	firstKeys = []string{"kind", "id"}
	lastKeys  = []string{"tests"}
)

// rank orders keys: those in between stay as they are.
func rank(key string) int {
	if i := slices.Index(firstKeys, key); i >= 0 {
		return i - len(firstKeys)
	}
	return slices.Index(lastKeys, key) + 1
}

// inOrder reports whether the keys of a definition are certainly in the usual
// order.
func inOrder(x *def.Definition) bool {
	fields := x.Data.Fields()
	for i := 1; i < len(fields); i++ {
		before, at := fields[i-1].KeyPosition(), fields[i].KeyPosition()
		if before.File() != at.File() || before.Line >= at.Line || rank(fields[i].Key) < rank(fields[i-1].Key) {
			return false
		}
	}
	return true
}

// keyOrder finds definitions whose keys are not in the usual order, and moves
// them together with the comments above them.
func keyOrder(r *reporter, n *notes) {
	x := n.of
	if !n.disordered {
		return
	}
	text, ok := r.source(x.Place.File)
	if !ok {
		return
	}
	first, end := x.Place.Line, endOf(text, x.Place.Line)
	fields := slices.DeleteFunc(slices.Clone(x.Data.Fields()), func(f def.Field) bool { // what it extends has lines elsewhere
		return f.KeyPosition().File() != x.Place.File || int(f.KeyPosition().Line) < first || int(f.KeyPosition().Line) > end
	})
	slices.SortStableFunc(fields, func(a, b def.Field) int { return int(a.KeyPosition().Line - b.KeyPosition().Line) })
	wrong := 0 // the first key that is not in order
	for i := 1; i < len(fields); i++ {
		if fields[i].KeyPosition().Column != 1 {
			return // written in { }
		}
		if wrong == 0 && rank(fields[i].Key) < rank(fields[i-1].Key) {
			wrong = i
		}
	}
	if wrong == 0 {
		return
	}
	key := fields[wrong]
	p := diag.New("style/key-order", key.KeyPlace(), "the key %q usually comes before %q", key.Key, fields[wrong-1].Key).
		WithHint("kind and id come first, tests last")
	p.Edits = []diag.Edit{reorder(x.Place.File, fields, linesOf(text), end)}
	r.report(p)
}

// endOf returns the line after the last of the document that begins on a line,
// counted from 0.
func endOf(text []byte, first int) int {
	end := 0
	for line := range bytes.Lines(text) {
		if end >= first && (bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))) {
			return end
		}
		end++
	}
	return max(first, end)
}

// reorder puts the lines of fields, which are in the order of the file, into
// the usual order. The definition ends before the line end, counted from 0.
func reorder(file string, fields []def.Field, lines []string, end int) diag.Edit {
	starts := make([]int, len(fields)+1) // from 0
	for i, f := range fields {
		starts[i] = int(f.KeyPosition().Line) - 1
		for i > 0 && strings.HasPrefix(lines[starts[i]-1], "#") {
			starts[i]--
		}
	}
	starts[len(fields)] = end
	order := make([]int, len(fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(fields[a].Key) - rank(fields[b].Key) })
	var out strings.Builder
	for _, i := range order {
		out.WriteString(strings.Join(lines[starts[i]:starts[i+1]], ""))
	}
	at := diag.Place{File: file, Line: starts[0] + 1}
	return diag.Edit{Place: at, Lines: end - starts[0], New: out.String()}
}

// linesOf cuts a text into lines, each with a line break of Unix at its end.
func linesOf(text []byte) []string {
	lines := strings.SplitAfter(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	lines[len(lines)-1] += "\n"
	return lines
}
