package symbols_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/tests/bazaar"
)

// TestCursorsAgreeWithTheParser parses valid files, and checks that a cursor at
// each key and at each value has the parser's context: the same document, path
// and neighbouring keys.
func TestCursorsAgreeWithTheParser(t *testing.T) {
	texts := map[string]string{}
	for id, tree := range map[string]fs.FS{"shipped": shipped(t), "bazaar": bazaar.Tree(t), "odd": os.DirFS("testdata/odd"), "forms": os.DirFS("testdata/forms")} {
		for name, file := range copied(t, tree) {
			if strings.HasSuffix(name, ".yaml") && (id != "shipped" || strings.HasSuffix(name, "/game.yaml")) {
				texts[id+"/"+name] = string(file.Data)
			}
		}
	}
	checked := 0
	for name, text := range texts {
		nodes, problems := yaml.Parse(name, []byte(text))
		if problems.Failed() {
			t.Fatal(problems)
		}
		for _, n := range nodes {
			a := &agreement{t: t, name: name, text: text, lines: strings.Split(text, "\n"), kind: n.TextOr("kind", ""), id: n.TextOr("id", "")}
			a.mapping(n, nil)
			checked += a.checked
		}
	}
	if checked < 5000 {
		t.Errorf("only %d cursors are checked", checked)
	}
}

// agreement compares the cursors in a document with the parser's results.
type agreement struct {
	t          *testing.T
	name, text string
	lines      []string
	kind, id   string
	checked    int
}

// at returns the cursor at a position, which must be in the document.
func (a *agreement) at(line, column int, path []symbols.Step) (c symbols.Cursor, where string) {
	a.t.Helper()
	a.checked++
	c = symbols.At(a.text, line, column)
	where = fmt.Sprintf("%s:%d:%d", a.name, line, column)
	if c.Kind != a.kind || c.ID != a.id {
		a.t.Errorf("%s is in %s/%s, want %s/%s", where, c.Kind, c.ID, a.kind, a.id)
	}
	if c.Comment || !slices.Equal(c.Path, path) {
		a.t.Errorf("%s: the path is %q, want %q; comment %v", where, c.Path, path, c.Comment)
	}
	return c, where
}

// runeAt returns the character at a place, or 0 if there is none.
func (a *agreement) runeAt(line, column int) rune {
	if runes := []rune(a.lines[line-1]); column <= len(runes) {
		return runes[column-1]
	}
	return 0
}

// mapping checks the keys of a mapping and their values.
func (a *agreement) mapping(n *def.Node, path []symbols.Step) {
	inBraces := a.runeAt(int(n.Line()), int(n.Column())) == '{'
	var keys []string
	for _, f := range n.Fields() {
		keys = append(keys, f.Key)
	}
	for i, f := range n.Fields() {
		at := f.KeyPlace()
		if first := a.runeAt(at.Line, at.Column); first != '"' && first != '\'' {
			others := slices.Concat(keys[:i], keys[i+1:])
			if inBraces {
				others = keys[:i] // cursors look only at what is before them
			}
			c, where := a.at(at.Line, at.Column+len([]rune(f.Key)), path)
			slices.Sort(others)
			slices.Sort(c.Siblings)
			if !c.OnKey || c.InBlock || c.Word != f.Key || c.Start != at.Column || c.Quote != 0 || !slices.Equal(c.Siblings, others) {
				a.t.Errorf("%s: %q from column %d beside %q, want %q from %d beside %q", where, c.Word, c.Start, c.Siblings, f.Key, at.Column, others)
			}
		}
		a.value(f.Value, append(slices.Clone(path), symbols.Step{Key: f.Key}), false)
	}
}

// value checks a value and everything below it. In a list without brackets, a
// plain text may become a key.
func (a *agreement) value(n *def.Node, path []symbols.Step, inList bool) {
	switch n.Type() {
	case def.Map:
		a.mapping(n, path)
		return
	case def.List:
		inBrackets := a.runeAt(int(n.Line()), int(n.Column())) == '['
		for _, item := range n.Items() {
			a.value(item, append(slices.Clone(path), symbols.Step{}), !inBrackets)
		}
		return
	case def.Null:
		return
	}
	line, column := int(n.Line()), int(n.Column())
	quote := byte(0)
	switch first := a.runeAt(line, column); first {
	case '|', '>':
		a.block(n, path)
		return
	case '"', '\'':
		quote = byte(first)
		column++
	}
	rest := string([]rune(a.lines[line-1])[column-1:])
	c, where := a.at(line, column, path)
	if c.OnKey != (inList && quote == 0) || c.InBlock || c.Word != "" || c.Start != column || c.Quote != quote || c.Rest != rest {
		a.t.Errorf("%s: %+v", where, c)
	}
	// In the middle of a text on one line, the cursor is behind the text before it.
	if end := column + len([]rune(n.Text())); n.Type() == def.Text && strings.HasPrefix(rest, n.Text()) {
		if c, where := a.at(line, end, path); c.Word != n.Text() || c.Start != column || c.Quote != quote || c.OnKey != (inList && quote == 0) {
			a.t.Errorf("%s: %+v", where, c)
		}
	}
}

// block checks the first and the last line of a block text.
func (a *agreement) block(n *def.Node, path []symbols.Step) {
	first := int(n.Line())
	last := first
	for last < len(a.lines) && (strings.TrimSpace(a.lines[last]) == "" || strings.HasPrefix(a.lines[last], "  ")) && !strings.HasPrefix(a.lines[last], "---") {
		last++
	}
	for i := first; i < last; i++ {
		text := a.lines[i]
		if strings.TrimSpace(text) == "" {
			continue
		}
		column := len(text) - len(strings.TrimLeft(text, " ")) + 1
		c := symbols.At(a.text, i+1, column)
		if !c.InBlock {
			break // of another key
		}
		c, where := a.at(i+1, column, path)
		if a.runeAt(int(n.Line()), int(n.Column())) == '|' && strings.TrimRight(c.Block, "\n") != strings.TrimRight(n.Text(), "\n") || c.BlockLine != first+1 {
			a.t.Errorf("%s: the block from line %d is\n%s\nwant\n%s", where, c.BlockLine, c.Block, n.Text())
		}
		return
	}
	a.t.Errorf("%s:%d: no line of the block is in it", a.name, first)
}
