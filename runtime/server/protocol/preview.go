package protocol

import (
	"cmp"
	"context"

	"sleight/runtime/game/board"
	"sleight/runtime/game/seat"
	"sleight/runtime/server/host"
)

// preview reports the certain effects of a command, as far as the player can
// know them.
func (c *Client) preview(ctx context.Context, p PreviewRequest) (Preview, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return Preview{}, err
	}
	defer t.mutex.Unlock()
	if err := t.checkPlayer(p.Player); err != nil {
		return Preview{}, err
	}
	if command, _, _ := t.session.Parse(p.Command); command.Lua != "" {
		return Preview{}, fail(codeForbidden, "Lua has no preview")
	}
	translator := t.translator(c.lang())
	found, refusal, problem := seat.Of(t.session, cmp.Or(p.Player, t.session.Player()), translator).Preview(p.Command, p.Picks)
	if problem != nil {
		return Preview{}, c.server.problemError(*problem)
	}
	out := Preview{Changes: found.Changes, Steps: found.Steps, Chance: found.Chance, Odds: found.Odds, Next: (*host.Next)(found.Next), Refusal: translator.Message(refusal)}
	if out.Changes == nil {
		out.Changes = []board.Change{}
	}
	return out, nil
}
