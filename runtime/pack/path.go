package pack

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/def"
)

// step is one part of the way to a value: a key, or an entry of a list.
type step struct {
	name  string
	entry bool
}

// way leads from a definition to a value in it.
type way []step

var wayForm = regexp.MustCompile(`^[^.\[\]]+(\[[^\[\]]+\]|\.[^.\[\]]+)*$`)

// parseWay reads key.key[entry].key.
func parseWay(text string) (way, bool) {
	if !wayForm.MatchString(text) {
		return nil, false
	}
	var out way
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
		out = append(out, step{text[:end], entry})
		text = strings.TrimPrefix(text[end:], "]")
	}
	return out, true
}

// String writes the way as parseWay reads it.
func (w way) String() string {
	var b strings.Builder
	for i, s := range w {
		switch {
		case s.entry:
			b.WriteString("[" + s.name + "]")
		case i > 0:
			b.WriteString("." + s.name)
		default:
			b.WriteString(s.name)
		}
	}
	return b.String()
}

// covers tells whether other leads to the same value or into it.
func (w way) covers(other way) bool {
	return len(w) <= len(other) && slices.Equal(w, other[:len(w)])
}

// child returns the value that a step leads to, or nil.
func child(n *def.Node, s step) *def.Node {
	if n == nil {
		return nil
	}
	if !s.entry {
		return n.Get(s.name)
	}
	if i := entryOf(n, s.name); i >= 0 {
		return n.Items[i]
	}
	return nil
}

// entryOf finds an entry of a list: by the text that it is, by its id or name,
// or by its position counted from 0. It returns −1 when there is none.
func entryOf(n *def.Node, name string) int {
	if n.Type != def.List {
		return -1
	}
	for _, key := range []string{"", "id", "name", "is"} {
		i := slices.IndexFunc(n.Items, func(item *def.Node) bool {
			if key != "" {
				return item.TextOr(key, "") == name
			}
			return item.Type == def.Text && item.Text == name
		})
		if i >= 0 {
			return i
		}
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.Items) {
		return i
	}
	return -1
}

// at returns the value that the way leads to, or nil.
func (w way) at(n *def.Node) *def.Node {
	for _, s := range w {
		n = child(n, s)
	}
	return n
}

// names lists what could stand in the place of the first step that leads
// nowhere, and returns that step's position.
func (w way) names(n *def.Node) (at int, known []string) {
	for i, s := range w {
		next := child(n, s)
		if next != nil {
			n = next
			continue
		}
		for _, f := range n.Fields {
			known = append(known, f.Key)
		}
		for _, item := range n.Items {
			if name := entryName(item); name != "" {
				known = append(known, name)
			}
		}
		return i, known
	}
	return len(w), nil
}

func entryName(item *def.Node) string {
	if item.Type == def.Text {
		return item.Text
	}
	for _, key := range []string{"id", "name", "is"} {
		if name := item.TextOr(key, ""); name != "" {
			return name
		}
	}
	return ""
}

// put returns n with another value at the end of the way; nil takes what is
// there away. Mappings that lack are made. Nothing of n itself is changed. It
// is not ok when the way leads through what is neither mapping nor list.
func (w way) put(n, value *def.Node) (out *def.Node, ok bool) {
	if len(w) == 0 {
		return value, true
	}
	if n == nil {
		if value == nil {
			return nil, false
		}
		n = &def.Node{Type: def.Map, Place: value.Place}
	}
	below, ok := w[1:].put(child(n, w[0]), value)
	if !ok {
		return nil, false
	}
	copied := *n
	if w[0].entry {
		i := entryOf(n, w[0].name)
		if i < 0 {
			return nil, false
		}
		copied.Items = slices.Clone(n.Items)
		if below == nil {
			copied.Items = slices.Delete(copied.Items, i, i+1)
		} else {
			copied.Items[i] = below
		}
		return &copied, true
	}
	if n.Type != def.Map {
		return nil, false
	}
	i := slices.IndexFunc(n.Fields, func(f def.Field) bool { return f.Key == w[0].name })
	copied.Fields = slices.Clone(n.Fields)
	switch {
	case below == nil && i < 0:
		return nil, false
	case below == nil:
		copied.Fields = slices.Delete(copied.Fields, i, i+1)
	case i < 0:
		copied.Fields = append(copied.Fields, def.Field{Key: w[0].name, KeyPlace: below.Place, Value: below})
	default:
		copied.Fields[i].Value = below
	}
	return &copied, true
}
