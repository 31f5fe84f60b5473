package contenttest

import (
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// do carries out the commands of a step. Only the last may be refused, and only
// if the test expects it.
func (t *test) do(n, refused *def.Node) *diag.Diagnostic {
	if n == nil {
		return nil
	}
	all := items(n)
	for i, command := range all {
		text, problem := t.text(command)
		if problem != nil {
			return problem
		}
		t.seen.done = true
		if text, problem = t.typed(text, command); problem != nil {
			return problem
		}
		if text == "" {
			continue
		}
		t.commands++
		result := t.runLine(text)
		if result.Problem != nil {
			return scriptFailed(command.Place(), strconv.Quote(text), result.Problem)
		}
		if result.Refusal == nil {
			continue
		}
		if i < len(all)-1 || refused == nil {
			return failed(command.Place(), "%q is refused: %s", text, result.Refusal)
		}
		t.seen.refusal = result.Refusal.String()
	}
	return nil
}

// runLine carries out one line and records what happened.
func (t *test) runLine(text string) session.Result {
	was := t.session.Choice().Open
	result := t.inSeat(text, was)
	t.record(result, was)
	return result
}

// record remembers what happened in a command; open reports whether a choice
// was open before it.
func (t *test) record(result session.Result, open bool) {
	t.seen.messages = append(t.seen.messages, result.Messages...)
	for _, m := range result.Messages {
		if m.Warning {
			t.seen.warned = append(t.seen.warned, m.Text)
		} else {
			t.seen.said = append(t.seen.said, m.Text)
		}
	}
	for _, e := range result.Events {
		t.seen.events = append(t.seen.events, e.Event)
	}
	warning := result.Warning
	t.seen.warning = warning != ""
	if now := t.session.Choice(); now.Open {
		warning = now.Warning
	}
	if warning != "" && !open { // an open choice has already shown its warning
		t.seen.warned = append(t.seen.warned, warning)
	}
}

// line carries out a command, or one step of a command with choices: begin
// COMMAND, pick OPTION, confirm, cancel. While no choice is open, an action of
// the game named like one of the last three takes precedence, unless a colon is
// before the word.
func (t *test) line(text string, open bool) session.Result {
	text, own := strings.CutPrefix(strings.TrimSpace(text), ":")
	first, rest, _ := strings.Cut(text, " ")
	if first == "begin" {
		return t.session.Begin(rest)
	}
	if _, action := t.game.Action(first); action && !open && !own {
		return t.session.Run(text)
	}
	switch first {
	case "pick":
		return t.session.Pick(strings.TrimSpace(rest))
	case "confirm":
		if t.seen.warning && !open {
			return session.Result{} // a command given whole has been done despite its warning
		}
		return t.session.Confirm()
	case "cancel":
		if !t.session.Cancel() {
			return session.Result{Refusal: rules.Refuse("nothing-to-cancel")}
		}
		return session.Result{}
	}
	return t.session.Run(text)
}

// text returns a command as a line.
func (t *test) text(n *def.Node) (string, *diag.Diagnostic) {
	switch n.Type() {
	case def.Text:
		return n.Text(), nil
	case def.Map:
		return t.mapping(n)
	}
	return "", invalid(n.Place(), "a command must be a text or a mapping, not %s", n.Type())
}

// mapping turns {use: ITEM, TARGET: …} or {action: NAME, TARGET: …} into a
// line. Targets are in the order of the action; the engine finds or asks for
// those left out at the end.
func (t *test) mapping(n *def.Node) (string, *diag.Diagnostic) {
	use, name := n.TextOr("use", ""), n.TextOr("action", "")
	var action *rules.Action
	ok := false
	line := name
	switch {
	case (use == "") == (name == ""):
		return "", invalid(n.Place(), "a command names either use: ITEM or action: NAME")
	case use != "":
		line = "use " + use
		if action, ok = t.session.Use(use); !ok {
			return "", unknown(n.Get("use").Place(), "item to use called", use, t.session.UsableIDs())
		}
	default:
		if action, ok = t.game.Action(name); !ok {
			return "", unknown(n.Get("action").Place(), "action", name, t.game.ActionNames())
		}
	}
	known := []string{"use", "action"}
	for _, target := range action.Targets {
		known = append(known, target.Name)
	}
	if problem := knownKeys(n, "target of "+line, known...); problem != nil {
		return "", problem
	}
	for _, target := range action.Targets {
		if chosen := n.Get(target.Name); chosen != nil {
			line += " " + t.word(target, chosen)
		}
	}
	return line, nil
}

// word formats a target as a player would type it. A number is a position if
// the target is an entity in a zone.
func (t *test) word(target *rules.Target, n *def.Node) string {
	word := rules.Literal(n).String()
	if n.Type() == def.Number {
		if label, ok := t.session.Word(target, int(n.Number())); ok {
			word = label
		}
	}
	if strings.ContainsAny(word, " \t\"") || word == "" {
		return strconv.Quote(word)
	}
	return word
}
