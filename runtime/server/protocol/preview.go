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

// imaginings is the number of possible situations that are tried for a preview;
// they differ in what is concealed from the player.
const imaginings = 5

// preview runs a command in copies of the session that differ in what the
// player cannot know. Only what is certain and happens in all of them is
// reported.
func (c *Client) preview(ctx context.Context, p Do) (Preview, *Error) {
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
	luck := random.New(uint64(t.version), "preview")
	var fork *session.Session
	var out Preview
	for i := range imaginings {
		fork = t.session.Fork(fork)
		if _, problem := fork.Imagine(&luck); problem != nil {
			return Preview{}, c.server.refuse(*problem)
		}
		next, err := c.foresee(t, fork, p.Command)
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

// foresee runs a command in one copy of a session.
func (c *Client) foresee(t *table, fork *session.Session, text string) (Preview, *Error) {
	book, viewer := t.book(c.lang()), board.NewViewer(fork, 0, t.book(c.lang()))
	command, refusal, problem := fork.Parse(text)
	if command.Lua != "" {
		return Preview{}, fail(codeForbidden, "Lua has no preview")
	}
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
