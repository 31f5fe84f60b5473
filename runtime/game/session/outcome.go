package session

import (
	"sleight/runtime/game/save"
	"sleight/runtime/game/state"
)

// outcomes returns digests of the outcomes of the start and of each command in the
// log, as far as they are known.
func (s *Session) outcomes() []string {
	out := make([]string, 0, s.done)
	o := state.NewOutliner(s.state)
	for i := range s.log[:s.done] {
		e := &s.log[i] // cached for the next save
		if e.outcome == "" && (i >= s.undoLimit || e.to > e.from) {
			e.outcome = save.Outcome(o.Effects(s.state.Changes(e.from, e.to)))
		}
		out = append(out, e.outcome)
	}
	return out
}
