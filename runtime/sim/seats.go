package sim

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// seated has a bot for each seat.
type seated struct {
	bots []Bot
	last int // the highest seat that was given a bot
}

func (b *seated) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return b.bots[s.Player()-1].Choose(ctx, s, luck)
}

// seatsFilled returns an error if a bot was given a seat that does not exist in
// games with the given number of players.
func seatsFilled(bot Bot, game string, players int) error {
	if b, ok := bot.(*seated); ok && b.last > players {
		return fmt.Errorf("%s: there is no seat %d in a game of %d players; --players %d adds it", game, b.last, players, b.last)
	}
	return nil
}

// newSeated reads SEAT=BOT,SEAT=BOT…
func newSeated(g *rules.Game, name string) (Bot, error) {
	b := &seated{bots: make([]Bot, g.MaxPlayers)}
	for part := range strings.SplitSeq(name, ",") {
		number, bot, ok := strings.Cut(part, "=")
		seat, _ := strconv.Atoi(strings.TrimSpace(number)) // 0 if it is not a number
		if !ok || seat < 1 || seat > g.MaxPlayers {
			return nil, fmt.Errorf("%s: expected SEAT=BOT with a seat from 1 to %d, not %q", g.ID(), g.MaxPlayers, part)
		}
		if b.bots[seat-1] != nil {
			return nil, fmt.Errorf("%s: seat %d has two bots", g.ID(), seat)
		}
		var err error
		if b.bots[seat-1], err = NewBot(g, strings.TrimSpace(bot)); err != nil {
			return nil, err
		}
		b.last = max(b.last, seat)
	}
	for i := range b.bots {
		if b.bots[i] == nil {
			b.bots[i] = uniform{}
		}
	}
	return b, nil
}
