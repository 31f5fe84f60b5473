package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Restart starts the game again with another seed, reusing the session's
// memory, so that many games can be played one after another without
// allocating. The history is dropped.
func (s *Session) Restart(seed uint64) *diag.Diagnostic {
	s.setup.Seed = seed
	s.state.Restart(seed)
	s.choice, s.log, s.masks, s.loaded, s.done, s.undoLimit = nil, s.log[:0], nil, 0, 0, 0
	s.restarted = true
	problem := s.opening()
	if problem != nil {
		s.state.Restart(seed) // the zones may have been filled without a journal
	}
	return problem
}

// Fork copies the current state to another session, without its history, so
// that a search may play on from it. If to is nil, Fork creates a session;
// otherwise it reuses the memory of to, which must be an earlier fork of this
// game that is no longer needed.
func (s *Session) Fork(to *Session) *Session {
	if to == nil || to.apiGame != s.apiGame {
		to = &Session{game: s.game, apiGame: s.apiGame, setup: s.setup}
		to.setup.NoHistory = true
		to.bind(&state.State{})
	}
	to.content, to.setup.Seed = s.content, s.setup.Seed
	to.Return(s.state)
	return to
}

// Return makes a fork play on from a copy of a state that it, or the session that it
// was forked from, was in.
func (s *Session) Return(to *state.State) {
	to.CopyTo(s.state)
	s.choice, s.sampler.found = nil, false
}

// Concealed reports whether the acting player may not see an entity: it is face
// down, or in a zone that the player may not look into and not face up.
func (s *Session) Concealed(id state.ID) bool { return s.ConcealedFrom(id, s.Player()) }

// ConcealedFrom is Concealed for any player, counted from 1. Player 0 only
// watches.
func (s *Session) ConcealedFrom(id state.ID, player int) bool {
	if !s.HiddenFrom(s.state.ZoneOf(id), player) || s.shown(id, player) {
		return false
	}
	return !s.faceUp(id)
}

// faceUp reports whether everyone sees an entity wherever it is.
func (s *Session) faceUp(id state.ID) bool {
	up, ok := s.state.Prototype(id).Kind.FaceUp()
	return ok && s.state.Prop(id, up).True()
}

// Sample returns a legal command chosen at random: every possible action and
// item use has the same probability, then every option of its targets. It
// returns false if nothing is legal.
func (s *Session) Sample(luck *random.Stream) (c Command, ok bool, problem *diag.Diagnostic) {
	if s.Over() || s.choice != nil { // chance does not restart a finished game
		return Command{}, false, nil
	}
	ok, problem = s.runSampler(luck)
	c = s.sampler.command
	c.Targets = s.blocks.values.Copy(c.Targets)
	return c, ok, problem
}

// DoSample carries out the command that Sample would return. It reports whether there
// was one.
func (s *Session) DoSample(luck *random.Stream) (ok bool, problem *diag.Diagnostic) {
	if s.Over() || s.choice != nil {
		return false, nil
	}
	if ok, problem = s.runSampler(luck); !ok || problem != nil {
		return false, problem
	}
	var result Result
	s.sampler.unread = s.setup.NoHistory && s.observe == nil && s.probe == nil
	s.do(&s.sampler.command, &result)
	s.sampler.unread = false
	return true, result.Problem
}

func (s *Session) runSampler(luck *random.Stream) (found bool, problem *diag.Diagnostic) {
	if s.sampler.job == nil {
		s.sampler.job = s.sample
	}
	s.sampler.luck, s.sampler.found = luck, false
	problem = s.readOnly(s.sampler.job)
	return s.sampler.found, problem
}

// sampler is the state of Sample: the action and command it found, checked as
// the command was made.
type sampler struct {
	job      func()
	luck     *random.Stream
	action   *rules.Action
	command  Command
	found    bool
	unread   bool // DoSample carries the command out, and nobody reads the result
	prefixes []prefix
}

// prefix is a possible beginning of a command.
type prefix struct {
	action *rules.Action
	item   state.ID
}

func (s *Session) sample() {
	m := &s.sampler
	actions, zones := s.available()
	list := m.prefixes[:0]
	for _, a := range actions {
		list = append(list, prefix{action: a})
	}
	m.prefixes = list
	if len(zones) > 0 {
		s.usableIn(zones, func(id state.ID) bool {
			if use := s.item(id).Use; use != nil {
				m.prefixes = append(m.prefixes, prefix{use, id})
			}
			return true
		})
	}
	for list = m.prefixes; len(list) > 0; list = list[:len(list)-1] {
		i := int(m.luck.Below(uint64(len(list))))
		if m.found = s.sampleTargets(&list[i]); m.found {
			if q := s.PendingQuestion(); q != nil {
				s.canonical(q, m.command.Targets)
			}
			return
		}
		for ; i+1 < len(list); i++ { // few, for which append would be slower
			list[i] = list[i+1]
		}
	}
}

// sampleTargets fills the sampler's command with an action and random targets,
// and reports whether that was possible.
func (s *Session) sampleTargets(b *prefix) bool {
	m := &s.sampler
	c := &m.command
	m.action, c.Player, c.Item, c.Action, c.Targets = b.action, s.Player(), b.item, "", c.Targets[:0]
	if b.item == state.None {
		c.Action = b.action.Name
	}
	self := s.selfOf(c)
	if !s.canBegin(b.action, self) {
		return false
	}
	bottom := len(s.offered)
	possible := len(b.action.Targets) == 0 || s.sampleFrom(b.action, self, s.list(b.action.Targets[0], self, nil))
	s.offered = s.offered[:bottom]
	return possible
}

// sampleFrom adds random targets to the sampler's command. The offers of the
// next target begin at index from of the stack; those of the one after are
// listed when a pick is tried.
func (s *Session) sampleFrom(a *rules.Action, self api.Self, from int) bool {
	m := &s.sampler
	n := len(m.command.Targets)
	for len(s.offered) > from {
		end := len(s.offered)
		i := from + int(m.luck.Below(uint64(end-from)))
		m.command.Targets = append(m.command.Targets[:n], s.offered[i])
		picked := m.command.Targets
		if s.lastPickRefusal(a, self, picked) == nil {
			if len(picked) == len(a.Targets) {
				return true
			}
			luck := *m.luck
			if s.sampleFrom(a, self, s.list(a.Targets[n+1], self, picked)) {
				return true
			}
			*m.luck = luck // chance chooses only among what is possible
		}
		s.offered = append(s.offered[:i], s.offered[i+1:end]...)
	}
	return false
}

// sampled reports whether a command is the one that Sample returned, and
// nothing has happened since, so that it need not be checked again.
func (s *Session) sampled(c *Command) bool {
	m := &s.sampler
	return m.found && (m.unread || c.Action == m.command.Action && c.Item == m.command.Item && c.Player == m.command.Player &&
		slices.Equal(c.Targets, m.command.Targets))
}

// Calls returns the number of API calls by scripts since the session was
// created, loaded a save or switched to other content.
func (s *Session) Calls() int64 { return s.earlierCalls + s.host.Calls }

// Situation identifies the state of the game as the acting player may know it,
// regardless of the number of commands done: a player who returns to a situation
// has gone in a circle.
func (s *Session) Situation() string { return s.SituationOf(s.Player()) }
