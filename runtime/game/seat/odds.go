package seat

import (
	"slices"

	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
)

// oddsTries is how often a command is tried for its odds.
const oddsTries = 20

// odds tries a complete command whose outcome depends on chance in copies of the
// game with other random numbers, and returns the values that chance gives to the
// numbers on the board. A copy says nothing about the future of the real game.
// There are no odds for what other players have chosen in secret, nor for a
// command that takes too much work to try.
func (b *previewBuilder) odds(command string) (out []board.Odds) {
	player := b.seat.player
	luck := random.New(uint64(b.seat.session.Turn()), "odds")
	for n := range oddsTries {
		b.fork = b.seat.session.Fork(b.fork)
		guessed := true
		b.fork.As(player, func() { guessed, _ = b.fork.Imagine(&luck) })
		if guessed {
			return nil
		}
		there := Of(b.fork, player, b.seat.translator)
		parsed, refusal, problem := there.Parse(command)
		if refusal != nil || problem != nil {
			return nil
		}
		r := b.fork.Do(parsed)
		if b.fuel -= r.Fuel; !r.OK() || b.fuel < 0 {
			return nil
		}
		b.fork.As(player, func() { out = tally(out, there.viewer().Amounts(), n) })
	}
	for i := range out {
		out[i].Mean /= oddsTries
	}
	return slices.DeleteFunc(out, func(o board.Odds) bool { return o.Low == o.High })
}

// tally adds the amounts after the try with index n; until the end, Mean is their
// sum. Numbers that do not exist after every try are dropped.
func tally(all []board.Odds, amounts []board.Amount, n int) []board.Odds {
	if n == 0 {
		for _, a := range amounts {
			all = append(all, board.Odds{Figure: a.Figure, ID: a.ID, Title: a.Title, Low: a.Number, Mean: a.Number, High: a.Number})
		}
		return all
	}
	kept := all[:0]
	for _, o := range all {
		i := slices.IndexFunc(amounts, func(a board.Amount) bool { return a.Figure == o.Figure && a.ID == o.ID })
		if i < 0 {
			continue
		}
		number := amounts[i].Number
		o.Low, o.High = min(o.Low, number), max(o.High, number)
		o.Mean += number
		kept = append(kept, o)
	}
	return kept
}
