package locale

import (
	"iter"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// DisplayedText is a text of a definition that players see.
type DisplayedText struct {
	// Path is its path in the definition: name, actions.roll.name.
	Path string
	// Text is the text as written; for something without a name, the name that
	// front ends derive from its key.
	Text  string
	Place diag.Place
}

// internalKinds are the kinds whose texts are only for the makers of a game.
var internalKinds = map[string]bool{"bot": true, "scenario": true, "table": true}

// Texts iterates over the texts of a definition that players see, in the order
// written. Parameters, events, values and tests are only for the makers of the
// game.
func Texts(d *def.Definition) iter.Seq[DisplayedText] {
	return func(yield func(DisplayedText) bool) {
		if internalKinds[d.Kind] {
			return
		}
		w := walker{yield: yield}
		if d.Data.Get("name") == nil && d.Pluses == 0 {
			w.done = !yield(DisplayedText{"name", d.Name, d.Place}) // derived from the id
		}
		w.keys(d.Data, "", "name", "text")
		for _, section := range sections {
			for _, f := range d.Data.Each(section.name) {
				at := section.name + "." + f.Key
				if section.name == "zones" && !f.Value.BoolOr("show", true) {
					continue
				}
				if (section.name == "variables" || section.name == "profile") && !f.Value.BoolOr("show", true) {
					w.keys(f.Value, at+".", "name") // costs show it
					continue
				}
				w.named(f, at, Words(f.Key))
				w.keys(f.Value, at+".", section.keys...)
				w.list(f.Value.Get("one_of"), at+".one_of")
				w.action(f.Value, at+".")
				for _, detail := range f.Value.Each("details") {
					w.named(detail, at+".details."+detail.Key, Words(detail.Key))
					for _, label := range detail.Value.Each("labels") {
						w.add(at+".details."+detail.Key+".labels."+label.Key, label.Value)
					}
				}
			}
		}
		for _, kind := range d.Data.Each("properties") {
			for _, f := range kind.Value.Fields() {
				at := "properties." + kind.Key + "." + f.Key
				w.named(f, at, strings.ReplaceAll(f.Key, "_", " "))
				w.list(f.Value.Get("one_of"), at+".one_of")
			}
		}
		w.keys(d.Data.Get("use"), "use.", "name", "text")
		w.action(d.Data.Get("use"), "use.")
		w.list(d.Data.Get("faces"), "faces")
		w.prose(d.Data.Get("data"), "data")
		for i, g := range d.Data.All("layout") {
			w.keys(g, "layout["+EntryStep(g, i)+"].", "name")
		}
	}
}

// paramKeys are the texts of a parameter.
var paramKeys = [...]string{"text", "unit", "breaks"}

// ParamTexts iterates over the texts of a definition's parameters, in the order
// written.
func ParamTexts(d *def.Definition) iter.Seq[DisplayedText] {
	return func(yield func(DisplayedText) bool) {
		w := walker{yield: yield}
		for _, f := range d.Data.Each("params") {
			w.keys(f.Value, "params."+f.Key+".", paramKeys[:]...)
		}
	}
}

// sections are the sections of what a definition declares, with the keys whose
// texts are shown.
var sections = []struct {
	name string
	keys []string
}{
	{"variables", []string{"text"}},
	{"profile", []string{"text"}},
	{"zones", []string{"text"}},
	{"views", []string{"text"}},
	{"phases", []string{"text", "prompt"}},
	{"windows", []string{"text", "prompt"}},
	{"actions", []string{"text"}},
	{"moves", []string{"text"}},
}

// walker yields texts until the caller stops.
type walker struct {
	yield func(DisplayedText) bool
	done  bool
}

func (w *walker) add(path string, n *def.Node) {
	if n.Text() == "" || w.done { // it is empty, or not a text
		return
	}
	w.done = !w.yield(DisplayedText{path, n.Text(), n.Place()})
}

func (w *walker) keys(n *def.Node, before string, keys ...string) {
	for _, k := range keys {
		if value := n.Get(k); value != nil { // most definitions have few of the texts
			w.add(before+k, value)
		}
	}
}

// named yields the name of a declared item, as written or derived from its key.
func (w *walker) named(f def.Field, at, made string) {
	if n := f.Value.Get("name"); n != nil {
		w.add(at+".name", n)
	} else if !w.done {
		w.done = !w.yield(DisplayedText{at + ".name", made, f.KeyPlace()})
	}
}

func (w *walker) list(n *def.Node, at string) {
	if n == nil {
		return
	}
	for _, item := range n.Items() {
		w.add(at+"["+item.Text()+"]", item)
	}
}

// prose yields the texts in free data that have several words, which scripts
// show. Single words are names used only in scripts.
func (w *walker) prose(n *def.Node, at string) {
	if n == nil {
		return
	}
	if strings.Contains(strings.TrimSpace(n.Text()), " ") {
		w.add(at, n)
	}
	for i, item := range n.Items() {
		w.prose(item, at+"["+EntryStep(item, i)+"]")
	}
	for _, f := range n.Fields() {
		if !strings.ContainsAny(f.Key, ".[]") {
			w.prose(f.Value, at+"."+f.Key)
		}
	}
}

// action yields the texts of an action, or of the use of an item.
func (w *walker) action(n *def.Node, before string) {
	for i, r := range n.All("requires") {
		w.keys(r, before+"requires["+EntryStep(r, i)+"].", "else")
	}
	w.keys(n.Get("warning"), before+"warning.", "text")
	for i, t := range n.All("targets") {
		at := before + "targets[" + EntryStep(t, i) + "]."
		w.keys(t, at, "prompt", "else", "none")
		for k, r := range t.All("requires") {
			w.keys(r, at+"requires["+EntryStep(r, k)+"].", "else")
		}
		for _, f := range t.Each("labels") {
			w.add(at+"labels."+f.Key, f.Value)
		}
	}
}

// EntryStep returns the path step of a list entry: its name, or else its position
// counted from 0.
func EntryStep(n *def.Node, i int) string {
	if name := n.TextOr("name", ""); name != "" && !strings.ContainsAny(name, "[]") {
		return name
	}
	return strconv.Itoa(i)
}

// Words turns an identifier of content into words, which front ends show for things
// without a name.
func Words(name string) string {
	text := strings.ReplaceAll(name, "_", " ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
