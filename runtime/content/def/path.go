package def

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Step is one part of the path to a value: a key, or an entry of a list.
type Step struct {
	Name  string
	Entry bool
}

// Path leads from a definition to a value in it.
type Path []Step

var pathForm = regexp.MustCompile(`^[^.\[\]]+(\[[^\[\]]+\]|\.[^.\[\]]+)*$`)

// ParsePath reads key.key[entry].key. An entry of a list goes by the text that
// it is, by its id or name, by its only key, or by its position counted from 0.
func ParsePath(text string) (Path, bool) {
	if !pathForm.MatchString(text) {
		return nil, false
	}
	var out Path
	for text != "" {
		entry := text[0] == '['
		text = strings.TrimPrefix(strings.TrimPrefix(text, "["), ".")
		end := strings.IndexAny(text, ".[")
		if entry {
			end = strings.IndexByte(text, ']')
		}
		if end < 0 {
			end = len(text)
		}
		out = append(out, Step{text[:end], entry})
		text = strings.TrimPrefix(text[end:], "]")
	}
	return out, true
}

// String formats the path as ParsePath reads it.
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case s.Entry:
			b.WriteString("[" + s.Name + "]")
		case i > 0:
			b.WriteString("." + s.Name)
		default:
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

// Covers reports whether other leads to the same value or into it.
func (p Path) Covers(other Path) bool {
	return len(p) <= len(other) && slices.Equal(p, other[:len(p)])
}

// child returns the value that a step leads to, or nil.
func child(n *Node, s Step) *Node {
	if n == nil {
		return nil
	}
	if !s.Entry {
		return n.Get(s.Name)
	}
	if i := entryOf(n, s.Name); i >= 0 {
		return n.Items()[i]
	}
	return nil
}

// entryOf finds an entry of a list: by the text that it is, by its id or name,
// by its only key, or by its position counted from 0. It returns −1 when there is none.
func entryOf(n *Node, name string) int {
	for _, key := range []string{"", "id", "name", "is"} {
		i := slices.IndexFunc(n.Items(), func(item *Node) bool {
			if key != "" {
				return item.TextOr(key, "") == name
			}
			return item.Type() == Text && item.Text() == name
		})
		if i >= 0 {
			return i
		}
	}
	if i := slices.IndexFunc(n.Items(), func(item *Node) bool { return item.Get(name) != nil && len(item.Fields()) == 1 }); i >= 0 {
		return i
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.Items()) {
		return i
	}
	return -1
}

// At returns the value at the path, or nil.
func (p Path) At(n *Node) *Node {
	for _, s := range p {
		n = child(n, s)
	}
	return n
}

// Names lists what could be in the place of the first step that leads
// nowhere, and returns that step's position.
func (p Path) Names(n *Node) (at int, known []string) {
	for i, s := range p {
		next := child(n, s)
		if next != nil {
			n = next
			continue
		}
		for _, f := range n.Fields() {
			known = append(known, f.Key)
		}
		for _, item := range n.Items() {
			if name := entryName(item); name != "" {
				known = append(known, name)
			}
		}
		return i, known
	}
	return len(p), nil
}

func entryName(item *Node) string {
	if item.Type() == Text {
		return item.Text()
	}
	for _, key := range []string{"id", "name", "is"} {
		if name := item.TextOr(key, ""); name != "" {
			return name
		}
	}
	if len(item.Fields()) == 1 {
		return item.Fields()[0].Key
	}
	return ""
}

// Put returns n with the value at the path replaced; nil removes it. Missing
// mappings are added, and n itself stays unchanged. Put returns ok == false if
// the path leads through a value that is neither a mapping nor a list. Keys that
// are added have the positions in keys, one for each step, or else that of the value.
func (p Path) Put(n, value *Node, keys []Position) (out *Node, ok bool) {
	if len(p) == 0 {
		return value, true
	}
	if n == nil {
		if value == nil {
			return nil, false
		}
		n = NewMap(value.Position(), nil)
	}
	below, ok := p[1:].Put(child(n, p[0]), value, keys[min(1, len(keys)):])
	if !ok {
		return nil, false
	}
	out = newNode(n.Position())
	if p[0].Entry {
		i := entryOf(n, p[0].Name)
		if i < 0 {
			return nil, false
		}
		items := slices.Clone(n.Items())
		if below == nil {
			items = slices.Delete(items, i, i+1)
		} else {
			items[i] = below
		}
		out.SetItems(items)
		return out, true
	}
	if n.Type() != Map {
		return nil, false
	}
	i := slices.IndexFunc(n.Fields(), func(f Field) bool { return f.Key == p[0].Name })
	fields := slices.Clone(n.Fields())
	switch {
	case below == nil && i < 0:
		return nil, false
	case below == nil:
		fields = slices.Delete(fields, i, i+1)
	case i < 0:
		key := below.Position()
		if len(keys) > 0 {
			key = keys[0]
		}
		fields = append(fields, NewField(p[0].Name, key, below))
	default:
		fields[i].Value = below
	}
	out.SetFields(fields)
	return out, true
}
