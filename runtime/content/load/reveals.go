package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// checkReveals reports patches that show players what another pack hides from them, without
// asking for that capability. all are the changes of a document, in the order of packs.
// It adds those packs to revealing.
func (b *builder) checkReveals(node *def.Node, all []change, revealing map[string]bool) {
	for len(all) > 0 {
		pack := all[0].pack
		n := slices.IndexFunc(all, func(c change) bool { return c.pack != pack })
		if n < 0 {
			n = len(all)
		}
		before := hiddenValues(node)
		node = apply(node, all[:n]).node
		shown := slices.DeleteFunc(before, func(h hiddenValue) bool { return h.stillHidden(node) })
		if m := b.manifestFor(pack); len(shown) > 0 && m.Version != nil {
			revealing[pack] = true
			if !m.Requests(manifest.Secrets) {
				c := shown[0].blame(all[:n])
				b.problems = append(b.problems, diag.New("pack/capability", c.place, "%s shows what %s of %s hides (%s) without asking for that capability",
					pack, shown[0].within, c.of, shown[0].key).WithHint("write capabilities: [secrets] into %s", manifest.File))
			}
		}
		all = all[n:]
	}
}

// hiddenValue is a value that hides something from players: the key in the mapping at a
// path, which is written as within.
type hiddenValue struct {
	path   def.Path
	within string
	key    string
	value  *def.Node
}

// hidingKeys lists where definitions hide things: the path of mappings, in which a star
// stands for any key or entry, and the key in them.
var hidingKeys = []struct{ within, key string }{
	{"variables.*", "visible"},
	{"profile.*", "visible"},
	{"properties.*.*", "visible"},
	{"zones.*", "visible"},
	{"zones.*", "counted"},
	{"actions.*", "secret"},
	{"actions.*.targets", "secret"}, // a single one
	{"actions.*.targets.*", "secret"},
	{"use", "secret"},
	{"use.targets", "secret"},
	{"use.targets.*", "secret"},
}

// hiddenValues lists what a definition hides.
func hiddenValues(n *def.Node) (out []hiddenValue) {
	for _, s := range hidingKeys {
		visit(n, strings.Split(s.within, "."), nil, func(path def.Path, at *def.Node) {
			if v := at.Get(s.key); v != nil && hides(s.key, v) {
				out = append(out, hiddenValue{path, path.String(), s.key, v})
			}
		})
	}
	return out
}

// visit calls do for every mapping at a path, in which a star stands for any key
// or, in a list, any entry with a name.
func visit(n *def.Node, steps []string, path def.Path, do func(def.Path, *def.Node)) {
	if n == nil {
		return
	}
	if len(steps) == 0 {
		do(path, n)
		return
	}
	if steps[0] != "*" {
		visit(n.Get(steps[0]), steps[1:], append(slices.Clip(path), def.Step{Name: steps[0]}), do)
		return
	}
	for _, f := range n.Fields() {
		visit(f.Value, steps[1:], append(slices.Clip(path), def.Step{Name: f.Key}), do)
	}
	for _, item := range n.Items() {
		if name := item.TextOr("name", ""); name != "" {
			visit(item, steps[1:], append(slices.Clip(path), def.Step{Name: name, Entry: true}), do)
		}
	}
}

// hides reports whether a value hides something.
func hides(key string, v *def.Node) bool {
	switch key {
	case "visible":
		return v.Text() != "all"
	case "counted":
		return v.Type() == def.Bool && !v.Bool()
	}
	return v.Type() == def.Text || v.Type() == def.Bool && v.Bool()
}

// stillHidden reports whether changed data hides at least as much, or no longer has what was
// hidden.
func (h *hiddenValue) stillHidden(n *def.Node) bool {
	at := h.path.At(n)
	if at == nil {
		return true
	}
	v := at.Get(h.key)
	switch {
	case v == nil || !hides(h.key, v):
		return false
	case v.Type() == h.value.Type() && v.Text() == h.value.Text():
		return true
	}
	return h.key == "visible" && v.Text() == "none" || h.key == "secret" && v.Type() == def.Bool
}

// blame returns the last change at, above or below what it hides.
func (h *hiddenValue) blame(all []change) change {
	for _, c := range slices.Backward(all) {
		if n := min(len(c.path), len(h.path)); c.layer == nil && c.path[:n].String() == h.path[:n].String() {
			return c
		}
	}
	return all[len(all)-1]
}
