package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// A preset is a named text or list of targets that any definition may use: {id}
// in a text, or the id in place of targets. The loader inserts the preset's
// content with its source position, so nothing else needs to know about
// presets.

// mayUsePresets reports whether a document may use a preset.
func mayUsePresets(n *def.Node) bool {
	used := false
	mapPresets(n, func(text *def.Node) *def.Node {
		used = used || hasNamedPlaceholder(text.Text())
		return text
	}, func(targets *def.Node) *def.Node {
		used = true
		return targets
	})
	return used
}

// hasNamedPlaceholder reports whether a text has a placeholder with a name.
func hasNamedPlaceholder(text string) bool {
	for p := range def.Placeholders(text) {
		if p.Name != "" && p.Forms == nil {
			return true
		}
	}
	return false
}

// insertPresets replaces presets with their content in the data of a document.
func (x *extender) insertPresets(d *document, m *merged) {
	if d.kind == def.PresetKind {
		return
	}
	m.node = mapPresets(m.node, func(text *def.Node) *def.Node {
		return x.withText(d, m.node, text)
	}, func(targets *def.Node) *def.Node {
		return x.withTargets(d, m, targets)
	})
}

// mapPresets applies one function to the texts of a definition and another to targets
// that name presets. It returns the same node if nothing changes.
func mapPresets(n *def.Node, text, targets func(*def.Node) *def.Node) *def.Node {
	action := func(a *def.Node) *def.Node {
		return replaced(a, "targets", func(t *def.Node) *def.Node {
			named := t.Type() == def.Text || slices.ContainsFunc(t.Items(), func(i *def.Node) bool { return i.Type() == def.Text })
			if !named {
				return t
			}
			return targets(t)
		})
	}
	words := func(n *def.Node) *def.Node {
		return replaced(n, "text", text)
	}
	both := func(a *def.Node) *def.Node { return action(words(a)) }
	n = replaced(words(n), "use", both)
	for _, section := range []string{"variables", "profile", "zones", "phases", "windows", "views", "moves"} {
		n = replaced(n, section, func(s *def.Node) *def.Node { return replacedEach(s, words) })
	}
	return replaced(n, "actions", func(s *def.Node) *def.Node { return replacedEach(s, both) })
}

// replaced returns a mapping with another value under a key, if it has the key.
func replaced(n *def.Node, key string, change func(*def.Node) *def.Node) *def.Node {
	if n.Type() != def.Map {
		return n
	}
	i := slices.IndexFunc(n.Fields(), func(f def.Field) bool { return f.Key == key })
	if i < 0 {
		return n
	}
	value := change(n.Fields()[i].Value)
	if value == n.Fields()[i].Value {
		return n
	}
	fields := slices.Clone(n.Fields())
	fields[i].Value = value
	return def.NewMap(n.Position(), fields)
}

// replacedEach returns a mapping with other values under all keys.
func replacedEach(n *def.Node, change func(*def.Node) *def.Node) *def.Node {
	for _, f := range n.Fields() {
		n = replaced(n, f.Key, change)
	}
	return n
}

// withText returns a text in which presets take the place of their names. A text
// that is nothing but a preset is the text of the preset, in its place.
func (x *extender) withText(d *document, data, text *def.Node) *def.Node {
	var out strings.Builder
	changed := false
	for _, p := range def.Parts(text.Text()) {
		preset := x.textOf(d, data, p)
		switch {
		case preset == nil:
			out.WriteString(text.Text()[p.From:p.To])
			continue
		case p.From == 0 && p.To == len(text.Text()):
			return preset
		}
		out.WriteString(preset.Text())
		changed = true
	}
	if !changed {
		return text
	}
	return def.NewText(text.Position(), out.String())
}

// textOf returns the text of the preset that a placeholder names; nil if it names a
// parameter, a keyword or nothing.
func (x *extender) textOf(d *document, data *def.Node, p def.Part) *def.Node {
	if p.Forms != nil || data.Get("params").Get(p.Name) != nil || x.keyword(d, p.Name) != nil {
		return nil
	}
	preset := x.visible(d, def.PresetKind, p.Name)
	if preset == nil {
		return nil
	}
	if text := x.resolve(preset).node.Get("text"); text != nil && text.Type() == def.Text {
		return text
	}
	return nil
}

// withTargets returns targets in which presets take the place of their names.
func (x *extender) withTargets(d *document, m *merged, targets *def.Node) *def.Node {
	var out []*def.Node
	items := targets.Items()
	if targets.Type() == def.Text {
		items = []*def.Node{targets}
	}
	for _, item := range items {
		if item.Type() != def.Text {
			out = append(out, item)
			continue
		}
		preset := x.visible(d, def.PresetKind, item.Text())
		if preset == nil {
			if !x.unread[d.pack] {
				m.problems = append(m.problems, diag.New("content/reference", item.Place(), "unknown preset %q", item.Text()).Suggest(item.Text(), x.ids(d, def.PresetKind)))
			}
			continue
		}
		more := x.resolve(preset).node.Get("targets")
		if more == nil || more.Type() != def.List {
			m.problems = append(m.problems, diag.New("content/reference", item.Place(), "the preset %q has no list of targets", item.Text()).
				WithNote(preset.node.Place(), "it is here"))
			continue
		}
		out = append(out, more.Items()...)
	}
	return def.NewList(targets.Position(), out)
}
