package contenttest

import (
	"math"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// variable checks that a variable can have a value that a test gives or expects.
func (c *nameChecker) variable(name string, n *def.Node) {
	vars := c.layout.Vars
	i := slices.IndexFunc(vars, func(d state.Decl) bool { return d.Name == name })
	if i < 0 {
		return
	}
	if is := n.Get("is"); is != nil {
		n = is
	}
	c.value(&vars[i], n)
}

// value checks a value against a declaration.
func (c *nameChecker) value(decl *state.Decl, n *def.Node) {
	switch {
	case decl.Type == state.Ref || decl.Type == state.Nil || def.MissingEquals(decl.Start.Str):
		return
	case n.Type() == def.List || n.Type() == def.Map || n.Type() == def.Null:
		c.report(hintType(invalid(n.Place(), "%s is a %s, not %s", decl.Name, decl.Type, n.Type()), decl))
		return
	}
	_, problem := decl.Check(rules.Literal(n))
	if problem == nil {
		return
	}
	p := invalid(n.Place(), "%s", problem.Message)
	p.Notes = problem.Notes
	switch {
	case decl.Type == state.Text && n.Type() == def.Text:
		*p = p.Suggest(n.Text(), decl.OneOf)
	case rules.Literal(n).Type != decl.Type || n.Number() != math.Trunc(n.Number()):
		p = hintType(p, decl)
	}
	c.report(p)
}

// hintType adds to a problem which values a declaration allows.
func hintType(p *diag.Diagnostic, decl *state.Decl) *diag.Diagnostic {
	how := map[state.Type]string{
		state.Number: "write a number, without quotes or a unit", state.Bool: "write true or false, without quotes", state.Text: "write a text",
	}[decl.Type]
	if decl.Type == state.Number && strings.Contains(p.Message.String(), "whole") {
		how = "write a whole number"
	}
	*p = p.WithHint("%s", how)
	return p
}

// contents checks what a test puts into a zone, or expects there.
func (c *nameChecker) contents(name string, n *def.Node) {
	i := slices.IndexFunc(c.layout.Zones, func(z state.ZoneDecl) bool { return z.Name == name })
	if i < 0 {
		return
	}
	zone := &c.layout.Zones[i]
	for _, item := range items(n) {
		switch item.Type() {
		case def.Null, def.Bool, def.List:
			p := invalid(item.Place(), "an item of a zone must be a number, a word, an id or a mapping, not %s", item.Type())
			*p = p.WithHint("write: %s: [first, second]", name)
			c.report(p)
		case def.Map:
			c.properties(zone, item)
		case def.Number:
			c.property(zone, "value", item)
		}
	}
}

// givenProperties checks the names of the properties that a test gives an item: one of the
// kinds that the zone accepts must have them.
func (c *nameChecker) givenProperties(name string, n *def.Node) {
	known := slices.Concat(itemKeys[:], c.propertiesIn(name), []string{"face", "value", "sides"})
	for _, item := range items(n) {
		if item.Type() != def.Map || len(item.Fields()) == 1 && c.known(item.Fields()[0].Key) {
			continue // {ID: n}
		}
		c.report(knownKeys(item, "property of an item in "+name, known...))
	}
}

// properties checks the properties of an item.
func (c *nameChecker) properties(zone *state.ZoneDecl, item *def.Node) {
	if len(item.Fields()) == 1 && c.known(item.Fields()[0].Key) {
		return // {ID: n}
	}
	c.moveOf(item)
	for _, f := range item.Fields() {
		n := f.Value
		if is := n.Get("is"); is != nil {
			n = is
		}
		switch {
		case f.Key == "face" && n.Type() == def.Text:
			c.face(n)
		case (n.Type() == def.List || n.Type() == def.Map) && f.Key != "is" && !c.isProperty(zone, f.Key):
			c.report(invalid(n.Place(), "%s is one value, not %s", f.Key, n.Type()))
		default:
			c.property(zone, f.Key, n)
		}
	}
}

// property checks a value of a property if every kind that the zone takes
// refuses it in the same way.
func (c *nameChecker) property(zone *state.ZoneDecl, name string, n *def.Node) {
	var decl *state.Decl
	for _, k := range c.layout.Kinds {
		if !zone.Accepts(k.Name) {
			continue
		}
		i, ok := k.Prop(name)
		if !ok {
			if name == "value" {
				return // a number may stand for something else there
			}
			continue
		}
		if _, problem := k.Props[i].Check(rules.Literal(n)); problem == nil || k.Props[i].Type == state.Ref {
			return
		}
		decl = &k.Props[i]
	}
	if decl != nil {
		c.value(decl, n)
	}
}

// face checks the name of a face.
func (c *nameChecker) face(n *def.Node) {
	if known := c.faces; !slices.Contains(known, n.Text()) {
		c.report(unknown(n.Place(), "face", n.Text(), known))
	}
}

// severalCommands finds several commands in one text.
func (c *nameChecker) severalCommands(n *def.Node) {
	text := strings.Trim(n.Text(), "[ ]")
	first, rest, more := strings.Cut(text, ", ")
	if !more {
		c.commandsWithoutComma(n, strings.Fields(text))
		return
	}
	known := append(c.game.ActionNames(), words()...)
	one, _, _ := strings.Cut(first, " ")
	next, _, _ := strings.Cut(rest, " ")
	next = strings.TrimRight(next, ",")
	if one != "lua" && slices.Contains(known, one) && slices.Contains(known, next) {
		p := invalid(n.Place(), "these are several commands in one text")
		*p = p.WithHint("write a list: [%s]", text)
		c.report(p)
	}
}
