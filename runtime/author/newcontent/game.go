package newcontent

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
)

// place finds the zone for entities of a kind in a game, and the phase in which
// entities of that zone may be used. Of several zones it prefers one in which
// hooks are called.
func place(game *def.Definition, kind, hooks string) (zone, phase string, listens bool) {
	best := -1
	for _, f := range game.Data.Each("zones") {
		if !slices.Contains(words(f.Value.Get("of")), kind) {
			continue
		}
		uses, hears := using(game, f.Key), f.Value.BoolOr("listens", false)
		worth := 0
		if hooks == "use" && uses != "" || hooks == "listen" && hears {
			worth = 1
		}
		if worth > best {
			best, zone, phase, listens = worth, f.Key, uses, hears
		}
	}
	return zone, phase, listens
}

// using finds the first phase in which the contents of a zone may be used.
func using(game *def.Definition, zone string) string {
	for _, f := range game.Data.Each("phases") {
		if slices.Contains(words(f.Value.Get("use")), zone) {
			return f.Key
		}
	}
	return ""
}

// words reads a word or a list of words.
func words(n *def.Node) (out []string) {
	switch {
	case n == nil:
	case n.Type() == def.Text:
		out = append(out, n.Text())
	default:
		for _, item := range n.Items() {
			out = append(out, item.Text())
		}
	}
	return out
}

// signatures lists the hooks through which a script can take part in a game, as
// written in Lua.
func signatures(game *def.Definition) (events, values []string) {
	for _, f := range game.Data.Each("events") {
		events = append(events, signature("on_"+f.Key, "self", f.Value))
	}
	for _, f := range game.Data.Each("values") {
		values = append(values, signature("modify_"+f.Key, "self, value", f.Value))
	}
	return events, values
}

func signature(hook, first string, n *def.Node) string {
	return fmt.Sprintf("%s(%s)", hook, strings.Join(append([]string{first}, words(n.Get("args"))...), ", "))
}

// turn is the move of a bot in a phase: the first available command.
type turn struct {
	Phase   string
	Picks   []string // the targets, each as a line of Lua
	Returns string
}

func turns(game *def.Definition) (all []turn) {
	for _, phase := range game.Data.Each("phases") {
		t := turn{Phase: phase.Key}
		if slices.Contains(keywords[:], t.Phase) {
			t.Phase = fmt.Sprintf("[%q]", t.Phase)
		}
		actions, zones := words(phase.Value.Get("actions")), words(phase.Value.Get("use"))
		switch {
		case len(actions) > 0:
			t.Returns = fmt.Sprintf("%q", actions[0])
			for _, target := range game.Data.Get("actions").Get(actions[0]).All("targets") {
				name := target.TextOr("name", "target")
				t.Picks = append(t.Picks, fmt.Sprintf(`local %s = pick("choices", %s)`, name, source(game, target.Get("from"))))
				t.Returns += ", " + name
			}
		case len(zones) > 0:
			t.Returns = fmt.Sprintf(`"use", pick("choices", %q)`, zones[0])
		default:
			continue
		}
		all = append(all, t)
	}
	return all
}

// keywords are the reserved words of Lua.
var keywords = [...]string{
	"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
	"local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
}

// source formats the source of targets as Lua.
func source(game *def.Definition, from *def.Node) string {
	switch {
	case from == nil:
		return "{}"
	case from.Type() == def.Text && game.Data.Get("zones").Get(from.Text()) != nil:
		return fmt.Sprintf("%q", from.Text())
	case from.Type() == def.Text:
		return from.Text()
	}
	var items []string
	for _, item := range from.Items() {
		if item.Type() == def.Number {
			items = append(items, fmt.Sprint(item.Number()))
		} else {
			items = append(items, fmt.Sprintf("%q", item.Text()))
		}
	}
	return "{ " + strings.Join(items, ", ") + " }"
}
