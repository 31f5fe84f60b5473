package newcontent

import (
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/content/def"
)

// zoneAndPhase finds the zone for entities of a kind in a game, and the phase in which
// entities of that zone may be used. Of several zones it prefers one in which
// hooks are called.
func zoneAndPhase(game *def.Definition, kind, hooks string) (zone, phase string, listens bool) {
	best := -1
	for _, f := range game.Data.Each("zones") {
		if !slices.Contains(words(f.Value.Get("of")), kind) {
			continue
		}
		uses, hears := phaseFor(game, f.Key), f.Value.BoolOr("listens", false)
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

// phaseFor finds the first phase in which the contents of a zone may be used.
func phaseFor(game *def.Definition, zone string) string {
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

// turn is a phase in which a bot has to choose, with examples of what it may
// return.
type turn struct {
	Phase    string
	Commands []string
}

func turns(game *def.Definition) (all []turn) {
	for _, phase := range game.Data.Each("phases") {
		t := turn{Phase: phase.Key}
		if slices.Contains(keywords[:], t.Phase) {
			t.Phase = fmt.Sprintf("[%q]", t.Phase)
		}
		for _, action := range words(phase.Value.Get("actions")) {
			command := fmt.Sprintf("return %q", action)
			for _, target := range game.Data.Get("actions").Get(action).All("targets") {
				command += ", " + target.TextOr("name", "target")
			}
			t.Commands = append(t.Commands, command)
		}
		for _, zone := range words(phase.Value.Get("use")) {
			t.Commands = append(t.Commands, fmt.Sprintf(`return "use", item (of %s)`, zone))
		}
		if len(t.Commands) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// keywords are the reserved words of Lua.
var keywords = [...]string{
	"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
	"local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
}
