package lsp

import (
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// typeWords names the types that a value may have.
func typeWords(s *symbols.Schema) string {
	if s == nil {
		return ""
	}
	return strings.Join(s.Types, " or ")
}

// schemaDoc explains a value in Markdown.
func schemaDoc(s *symbols.Schema) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(s.Description)
	if s.Default != nil {
		fmt.Fprintf(&b, "\n\nDefault: `%s`", s.Default.Show())
	}
	if words := s.Words(); len(words) > 0 {
		fmt.Fprintf(&b, "\n\nOne of `%s`", strings.Join(words, "`, `"))
	}
	for i, example := range s.Examples {
		if i == 0 {
			b.WriteString("\n\nExample: ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "`%s`", example.Show())
	}
	return b.String()
}

// describe explains a name of a kind in Markdown.
func describe(at *cursor, category symbols.Category, name string) string {
	switch category {
	case symbols.Definition, symbols.Same, symbols.Game, symbols.Bot, symbols.Path:
		if at.snapshot.lookup() == nil {
			return ""
		}
		x := &symbols.Index{Content: at.snapshot.lookup()}
		if s, _, ok := x.Resolve(at.of, at.game, category, name); ok {
			return describeDefinition(x.Definition(s))
		}
		return ""
	case symbols.Param:
		if at.of != nil {
			if p, ok := at.of.Param(name); ok {
				return describeParam(p)
			}
		}
		if at.game != nil {
			if p, ok := at.game.Definition.Param(name); ok {
				return describeParam(p)
			}
		}
	}
	if at.game == nil {
		return ""
	}
	return describeDeclared(at.game, category, name)
}

// sections are the keys of a game below which names of a kind are declared.
var sections = map[symbols.Category]string{
	symbols.Variable: "variables", symbols.Zone: "zones", symbols.Phase: "phases", symbols.Action: "actions",
	symbols.Event: "events", symbols.Value: "values", symbols.View: "views", symbols.Metric: "metrics",
}

// describeDeclared explains a name that a game declares, by its declaration.
func describeDeclared(g *rules.Game, category symbols.Category, name string) string {
	data := g.Definition.Data
	declared := data.Get(sections[category]).Get(name)
	if category == symbols.Property {
		for _, kind := range data.Each("properties") {
			if declared = kind.Value.Get(name); declared != nil {
				break
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** — %s of %s", name, category, g.ID())
	if declared == nil {
		return b.String()
	}
	if title := declared.TextOr("name", ""); title != "" {
		fmt.Fprintf(&b, "\n\n%s", title)
	}
	if text := declared.TextOr("text", ""); text != "" {
		fmt.Fprintf(&b, "\n\n%s", text)
	}
	if (category == symbols.Event || category == symbols.Value) && len(declared.All("args")) > 0 {
		var args []string
		for _, a := range declared.All("args") {
			args = append(args, a.Text())
		}
		fmt.Fprintf(&b, "\n\nCarries: `%s`", strings.Join(args, ", "))
	}
	fmt.Fprintf(&b, "\n\n```yaml\n%s: %s\n```", name, declared.Show())
	return b.String()
}

// describeDefinition explains a definition.
func describeDefinition(d *def.Definition) string {
	if d == nil {
		return ""
	}
	var b strings.Builder
	title := d.Name
	if title == "" {
		title = d.ID
	}
	fmt.Fprintf(&b, "**%s** — %s of %s", title, d.Key(), d.Pack)
	if text := d.Fill(d.Text); text != "" {
		fmt.Fprintf(&b, "\n\n%s", text)
	}
	for _, p := range d.Params {
		fmt.Fprintf(&b, "\n- `%s`: %s", p.Name, number(p.Default))
		if p.Unit != "" {
			fmt.Fprintf(&b, " %s", p.Unit)
		}
	}
	for _, c := range d.Changes {
		fmt.Fprintf(&b, "\n- pack %s: `%s` %s → %s", c.Pack, c.Path, orNothing(c.Before), orNothing(c.After))
	}
	return b.String()
}

func orNothing(n *def.Node) string {
	if n == nil {
		return "nothing"
	}
	return "`" + n.Show() + "`"
}

// describeParam explains a parameter.
func describeParam(p def.Param) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** = %s", p.Name, number(p.Default))
	if p.Unit != "" {
		fmt.Fprintf(&b, " %s", p.Unit)
	}
	if p.Text != "" {
		fmt.Fprintf(&b, "\n\n%s", p.Text)
	}
	if p.HasSafe {
		fmt.Fprintf(&b, "\n\nSafe from %s to %s.", number(p.Low), number(p.High))
	}
	if p.Breaks != "" {
		fmt.Fprintf(&b, " %s", p.Breaks)
	}
	return b.String()
}

// describeFunction explains an API function.
func describeFunction(f *api.Function) string {
	var b strings.Builder
	fmt.Fprintf(&b, "```lua\n%s\n```\n%s", f.Usage(), f.Doc)
	for _, p := range f.Params {
		fmt.Fprintf(&b, "\n- `%s` (%s): %s", p.Name, p.Type, p.Doc)
		if p.Optional {
			fmt.Fprintf(&b, "; %s if absent", p.Default)
		}
	}
	if f.Result != "" {
		fmt.Fprintf(&b, "\n\nReturns %s.", f.Result)
	}
	b.WriteString(fuelText(f.Cost))
	if f.Example != "" {
		fmt.Fprintf(&b, "\n\n```lua\n%s\n```", f.Example)
	}
	return b.String()
}

// describeLibrary explains a name of Lua's library.
func describeLibrary(e *lua.Entry) string {
	text := fmt.Sprintf("**%s** — Lua 5.1, %s here", e.Name, e.Status)
	if e.Note != "" {
		text += "\n\n" + e.Note
	}
	return text + fuelText(e.Cost)
}

// fuelText states what a call costs besides its own unit, as the reference does.
func fuelText(cost string) string {
	if cost == "" || cost == "none" {
		return ""
	}
	return "\n\n*Fuel:* " + cost + "."
}
