package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
)

// Timeout is the name of the command that says that a player's time has run out.
const Timeout = "timeout"

// TimeoutPrefix begins the names of the hooks that are called then.
const TimeoutPrefix = "timeout_"

// Clock limits the time that a player has for a choice.
type Clock struct {
	Seconds float64
	// Action is performed for a player whose time has run out; nil means the first
	// legal command. Hook, if not nil, is called instead.
	Action *Action
	Hook   *api.Hook
}

// clock reads a time limit: a number of seconds, and optionally the action, one of
// the given ones, that is performed when the time is up. It returns nil for a nil
// node.
func (b *builder) clock(n *def.Node, actions []*Action) *Clock {
	if n == nil {
		return nil
	}
	seconds, timeout := n, n.Get("timeout")
	if n.Type() == def.Map {
		seconds = n.Get("seconds")
	}
	c := &Clock{Seconds: 1}
	if number, unit := numberWithUnit(seconds); unit != "" {
		b.report(diag.New("content/range", seconds.Place(), "a clock counts seconds, without a unit").WithHint("write: %s", number).WithEdit(seconds.Text(), number))
	} else if c.Seconds = b.fixed(seconds, 1); c.Seconds <= 0 {
		b.report(diag.New("content/range", n.Place(), "a clock needs more than %v seconds", c.Seconds))
	}
	if timeout != nil {
		var known []string
		for _, a := range actions {
			known = append(known, a.Name)
		}
		if b.mustKnow("action here", timeout.Text(), timeout.Place(), known) {
			c.Action = actions[slices.Index(known, timeout.Text())]
		}
	}
	b.timed = true
	return c
}

// durations matches a number of seconds or minutes with its unit, such as 60s.
var durations = regexp.MustCompile(`^=?([0-9.]+) ?(s|sec|secs|seconds?|m|min|minutes?)$`)

// numberWithUnit returns the number of seconds, and the unit, of a text such as 60s or 1 min;
// both are empty for any other value.
func numberWithUnit(n *def.Node) (seconds, unit string) {
	if n.Type() != def.Text {
		return "", ""
	}
	m := durations.FindStringSubmatch(strings.TrimSpace(n.Text()))
	if m == nil {
		return "", ""
	}
	number, err := strconv.ParseFloat(m[1], 64)
	if err != nil || number <= 0 {
		return "", ""
	}
	if strings.HasPrefix(m[2], "m") {
		number *= 60
	}
	return strconv.FormatFloat(number, 'f', -1, 64), m[2]
}
