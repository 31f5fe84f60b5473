package engine

import (
	"crypto/sha256"
	"encoding/hex"

	"sleight/runtime/game/state"
)

// Outcome identifies what a command came to: equal outcomes changed the same
// things, of the same names, to the same.
func Outcome(told []state.Told) string {
	sum := sha256.New()
	for _, t := range told {
		for _, text := range []string{t.About, t.From, t.To} {
			sum.Write([]byte(text + "\x00"))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// outcomes identifies what the start and each command of the log came to, as
// far as that is known.
func (s *Session) outcomes() []string {
	out := make([]string, 0, s.at)
	o := state.NewOutliner(s.state)
	for i := range s.log[:s.at] {
		e := &s.log[i] // the next save need not ask again
		if e.outcome == "" && (i >= s.floor || i == 0 && e.to > e.from) {
			e.outcome = Outcome(o.Of(s.state.Changes(e.from, e.to)))
		}
		out = append(out, e.outcome)
	}
	return out
}
