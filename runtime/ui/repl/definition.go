package repl

import (
	"fmt"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/state"
)

// definition shows a definition, or lists those of a kind, or all that the game
// sees. PACK:KIND/ID also shows those of other packs.
func (r *REPL) definition(key string) {
	catalog := r.catalog()
	if key == "" {
		r.listDefinitions(catalog.All())
		return
	}
	if kind := catalog.Kind(key); len(kind) > 0 {
		r.listDefinitions(kind)
		return
	}
	d, ok := catalog.Find(key)
	if !ok {
		d, ok = r.session.Content().Catalog.Find(key)
	}
	if !ok {
		var known []string
		for _, d := range catalog.All() {
			known = append(known, d.Key(), d.ID)
		}
		r.unknownName("definition", key, known)
		return
	}
	r.describe(d, r.session.Content().Printed(d))
}

func (r *REPL) listDefinitions(all []*def.Definition) {
	var lines []line
	for _, d := range all {
		lines = add(lines, d.Kind, d.ID)
	}
	width := widest(lines, func(l line) string { return l.head })
	for _, l := range lines {
		r.flow(pad(r.cyan(l.head), width)+"  ", ", ", l.items)
	}
}

// Describe prints a definition for people: its text, parameters, data, script,
// and where they come from. A nil translator prints
// them untranslated. The error is that of writing.
func Describe(o Options, d *def.Definition, translator *locale.Translator, values locale.Values) error {
	r := &REPL{Options: o, translator: translator}
	if r.Width <= 0 {
		r.Width = 80
	}
	r.describe(d, values)
	return r.writeError
}

func (r *REPL) describe(d *def.Definition, values locale.Values) {
	r.print("%s, %s\n", r.bold(d.Key()), r.translator.Name(d))
	if text := r.translator.Describe(d, values); text != "" {
		r.text("  ", text)
	}
	r.print("  %s\n", r.dim(d.Place.String()))
	if d.Script != nil && d.Script.File != d.Place.File {
		r.print("  %s\n", r.dim(d.Script.File))
	}
	for _, p := range d.Params {
		p = r.translator.Param(d, p)
		text := state.FormatNumber(p.Default)
		if p.Unit != "" {
			text += " " + p.Unit
		}
		if p.HasSafe {
			text += fmt.Sprintf(", safe from %s to %s", state.FormatNumber(p.Low), state.FormatNumber(p.High))
		}
		if p.Breaks != "" {
			text += " (" + p.Breaks + ")"
		}
		r.text("  "+p.Name+": ", text)
	}
	for _, f := range d.Data.Fields() {
		switch f.Key {
		case "kind", "id", "name", "text", "params", "script", "lua":
		case "tests":
			r.print("  tests: %d\n", len(f.Value.Items()))
		default:
			r.field(f)
		}
	}
	if d.Script != nil {
		r.print("  %s\n", r.dim("script"))
		for line := range strings.Lines(d.Script.Source) {
			r.print("%s\n", strings.TrimRight("    "+line, " \n"))
		}
	}
}

// maxField is how many lines of a field are shown; longer fields are cut to
// one.
const maxField = 5

func (r *REPL) field(f def.Field) {
	head, text := "  "+f.Key+": ", flowStyle(f.Value)
	width := max(20, r.Width-columns(head))
	if columns(text) > maxField*width {
		text = short(text, width, r.ellipsis())
	}
	r.text(head, text)
}

// flowStyle formats data on one line, in YAML flow style.
func flowStyle(n *def.Node) string {
	switch n.Type() {
	case def.Bool:
		return fmt.Sprint(n.Bool())
	case def.Number:
		return state.FormatNumber(n.Number())
	case def.Text:
		return n.Text()
	case def.List:
		var items []string
		for _, i := range n.Items() {
			items = append(items, flowStyle(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case def.Map:
		var items []string
		for _, f := range n.Fields() {
			items = append(items, f.Key+": "+flowStyle(f.Value))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return "null"
}
