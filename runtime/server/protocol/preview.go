package protocol

import (
	"context"
	"reflect"
	"slices"

	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

const (
	// imaginings is the number of possible situations that are tried for a preview;
	// they differ in what is concealed from the player.
	imaginings = 5
	// completions is the most ways to complete a command that are tried.
	completions = 16
)

// preview reports what a command would certainly do. If targets are left to
// pick, that is what it would do whichever are picked, and what the next pick is
// between.
func (c *Client) preview(ctx context.Context, p Foresee) (Preview, *Error) {
	t, err := c.server.hold(ctx, p.Session)
	if err != nil {
		return Preview{}, err
	}
	defer t.mutex.Unlock()
	if err := t.checkPlayer(p.Player); err != nil {
		return Preview{}, err
	}
	if player := t.session.Player(); p.Player != 0 && p.Player != player {
		return Preview{Changes: []board.Change{}, Refusal: t.book(c.lang()).Message(rules.Refuse("not-now"))}, nil
	}
	if command, _, _ := t.session.Parse(p.Command); command.Lua != "" {
		return Preview{}, fail(codeForbidden, "Lua has no preview")
	}
	var whole []string
	out := Preview{Changes: []board.Change{}}
	if out.Next, err = c.complete(t, p.Command, p.Picks, &whole, &out); err != nil || out.Refusal != "" || len(whole) > completions {
		return out, err
	}
	known := false
	for _, command := range whole {
		one, err := c.foreseeAll(t, command)
		switch {
		case err != nil:
			return Preview{}, err
		case one.Refusal != "" && len(whole) > 1: // this is not a way to complete it
		case !known:
			one.Next = out.Next
			out, known = one, true
		default:
			out.keep(one)
		}
	}
	return out, nil
}

// complete appends the commands to which one can be completed, at least one more
// than are tried if there are as many, and returns the next pick if one is left.
// A refusal is put into out.
func (c *Client) complete(t *table, text string, picks []string, whole *[]string, out *Preview) (next *Next, err *Error) {
	var choice board.Choice
	refusal, problem := t.session.Consider(text, picks, func(complete string) {
		if complete != "" {
			*whole = append(*whole, complete)
		} else {
			choice = board.NewViewer(t.session, 0, t.book(c.lang())).Choice()
		}
	})
	switch {
	case problem != nil:
		return nil, c.server.refuse(*problem)
	case refusal != nil:
		out.Refusal = t.book(c.lang()).Message(refusal)
		return nil, nil
	case !choice.Open:
		return nil, nil
	}
	next = &Next{Prompt: choice.Prompt, Options: []string{}}
	for _, o := range choice.Options {
		if o.Reason != "" {
			continue
		}
		if !slices.Contains(next.Options, o.Title) {
			next.Options = append(next.Options, o.Title)
		}
		if len(*whole) <= completions {
			var ignored Preview // an option that leads nowhere
			if _, err := c.complete(t, text, append(slices.Clone(picks), o.Label), whole, &ignored); err != nil {
				return nil, err
			}
		}
	}
	return next, nil
}

// foreseeAll runs a complete command in copies of the session that differ in
// what the player cannot know. Only what is certain and happens in all of them is
// reported.
func (c *Client) foreseeAll(t *table, command string) (Preview, *Error) {
	luck := random.New(uint64(t.version), "preview")
	var fork *session.Session
	var out Preview
	for i := range imaginings {
		fork = t.session.Fork(fork)
		if _, problem := fork.Imagine(&luck); problem != nil {
			return Preview{}, c.server.refuse(*problem)
		}
		next, err := c.foresee(t, fork, command)
		if err != nil || next.Refusal != "" {
			return next, err
		}
		if i > 0 && !slices.Equal(next.Changes, out.Changes) {
			next.Chance = true
			next.Changes = slices.DeleteFunc(next.Changes, func(c board.Change) bool { return !slices.Contains(out.Changes, c) })
		}
		if i > 0 && !reflect.DeepEqual(next.Steps, out.Steps) {
			next.Steps = nil // the steps depend on what is concealed
		}
		next.Chance = next.Chance || out.Chance
		out = next
	}
	return out, nil
}

// keep drops what another way to complete the command does not do.
func (p *Preview) keep(other Preview) {
	p.Changes = slices.DeleteFunc(p.Changes, func(c board.Change) bool {
		return !slices.ContainsFunc(other.Changes, func(o board.Change) bool { return o.Text == c.Text })
	})
	p.Steps = slices.DeleteFunc(p.Steps, func(s board.Step) bool {
		return !slices.ContainsFunc(other.Steps, func(o board.Step) bool { return reflect.DeepEqual(o, s) })
	})
	p.Chance = p.Chance || other.Chance
}

// foresee runs a command in one copy of a session.
func (c *Client) foresee(t *table, fork *session.Session, text string) (Preview, *Error) {
	book, viewer := t.book(c.lang()), board.NewViewer(fork, 0, t.book(c.lang()))
	command, refusal, problem := fork.Parse(text)
	if refusal == nil && problem == nil {
		player := fork.Player()
		r := fork.Do(command)
		if refusal, problem = r.Refusal, r.Problem; r.OK() {
			changes, chance := r.Changes, !viewer.Foreseeable(r.Changes)
			if chance {
				changes = viewer.Certain(r.Changes)
			}
			steps := slices.DeleteFunc(viewer.Steps(changes, nil), func(s board.Step) bool { return s.Op != "var" && s.Op != "set" })
			return Preview{Changes: board.Tell(fork, player, changes, book), Steps: steps, Chance: chance}, nil
		}
	}
	if problem != nil {
		return Preview{}, c.server.refuse(*problem)
	}
	return Preview{Changes: []board.Change{}, Refusal: book.Message(refusal)}, nil
}
