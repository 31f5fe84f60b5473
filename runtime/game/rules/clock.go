package rules

import (
	"slices"

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
	c := &Clock{Seconds: b.fixed(seconds, 1)}
	if c.Seconds <= 0 {
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
