package session

import (
	"slices"

	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// Clone returns a playable copy of the session with its log. Commands so far
// cannot be undone in the copy. It reuses the memory of to, an earlier clone
// that is no longer needed, unless to is nil.
func (s *Session) Clone(to *Session) *Session {
	if to == nil || to.apiGame != s.apiGame {
		to = &Session{game: s.game, apiGame: s.apiGame, setup: s.setup}
		to.bind(&state.State{})
	}
	to.content = s.content
	s.state.CopyTo(to.state)
	to.setup.Seed, to.choice, to.sampler.found = s.setup.Seed, nil, false
	for i := range to.views {
		to.views[i].valid = false
	}
	to.log = slices.Clone(s.log[:s.done])
	for i := range to.log {
		to.log[i].from, to.log[i].to = 0, 0
	}
	to.arranged, to.loaded, to.masks = s.arranged, s.loaded, make(map[int][]mask, len(s.masks))
	for turn, masks := range s.masks {
		to.masks[turn] = slices.Clone(masks)
	}
	to.done, to.undoLimit = s.done, s.done
	return to
}

// Reseed replaces all future random numbers, as nobody can know them. It is for
// clones and forks.
func (s *Session) Reseed(luck *random.Stream) { s.state.Reseed(luck.Below(1 << 63)) }

// CopyStreams gives the session the random numbers of another, so that the two
// draw the same from now on.
func (s *Session) CopyStreams(from *Session) { s.state.CopyStreams(from.state) }

// Resample replaces what a player, counted from 1, cannot know by another
// possibility: what the concealed entities are, and the order of the unordered
// zones. Player 0 only watches. Every entity stays where it is; concealed ones
// exchange identities with others that began the game in the same zone. The
// entities in keep keep theirs. It is for clones and forks.
func (s *Session) Resample(player int, luck *random.Stream, keep ...state.ID) {
	type deal struct {
		origin string
		ids    []state.ID
		kinds  []string
	}
	var deals []*deal
	for slot := range s.apiGame.Layout.ZoneSlots() {
		d, _ := s.apiGame.Layout.ZoneDecl(slot)
		for _, id := range s.state.Zone(slot) {
			if !s.ConcealedFrom(id, player) || s.state.HasTemps(id) || slices.Contains(keep, id) {
				continue
			}
			origin := s.game.Origin(s.state.Prototype(id).Key)
			i := slices.IndexFunc(deals, func(o *deal) bool { return o.origin == origin && slices.Equal(o.kinds, d.Kinds) })
			if i < 0 {
				i = len(deals)
				deals = append(deals, &deal{origin: origin, kinds: d.Kinds})
			}
			deals[i].ids = append(deals[i].ids, id)
		}
	}
	for _, o := range deals {
		s.state.ShuffleIdentities(o.ids, luck)
	}
	s.shuffleUnordered(player, luck)
	s.sampler.found = false
}

// shuffleUnordered shuffles the unordered zones that a player looks into.
func (s *Session) shuffleUnordered(player int, luck *random.Stream) {
	for slot := range s.apiGame.Layout.ZoneSlots() {
		if d, _ := s.apiGame.Layout.ZoneDecl(slot); !d.Unordered || s.HiddenFrom(slot, player) {
			continue
		}
		var spots []state.Spot
		for i := range s.state.Zone(slot) {
			spots = append(spots, state.Spot{Zone: slot, Index: i})
		}
		s.state.Redeal(spots, luck)
	}
}
