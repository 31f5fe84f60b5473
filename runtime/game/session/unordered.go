package session

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
)

// Listed returns the entities of a zone in the order in which the acting player
// may see them: that of the zone or, if it is unordered and the player may look
// into it, by definition and age. The slice is valid until the zone changes; callers
// must not change it.
func (s *Session) Listed(slot int) []state.ID { return s.ListedFor(slot, s.Player()) }

// ListedFor is Listed for any player, counted from 1. Player 0 only watches.
func (s *Session) ListedFor(slot, player int) []state.ID {
	ids := s.state.Zone(slot)
	if d, _ := s.apiGame.Layout.ZoneDecl(slot); !d.Unordered || s.HiddenFrom(slot, player) {
		return ids
	}
	if s.listings == nil {
		s.listings = make([]listing, s.apiGame.Layout.ZoneSlots())
	}
	l := &s.listings[slot]
	if now := s.state.OrderStamp(slot) + 1; l.stamp != now || s.state.Tracked() { // reading is noted
		l.stamp, l.ids = now, append(l.ids[:0], ids...)
		slices.SortFunc(l.ids, s.before)
	}
	return l.ids
}

// listing caches the order in which players see an unordered zone.
type listing struct {
	stamp uint64 // what OrderStamp returned, plus 1; 0 for nothing
	ids   []state.ID
}

// before compares entities of an unordered zone.
func (s *Session) before(a, b state.ID) int {
	return cmp.Or(strings.Compare(s.state.Prototype(a).Key, s.state.Prototype(b).Key), cmp.Compare(a, b))
}

// shownPosition returns the place of an entity in its zone as a player counts it, from 1.
func (s *Session) shownPosition(id state.ID, zone, player int, d *state.ZoneDecl) int {
	if !d.Unordered || s.HiddenFrom(zone, player) {
		return s.state.Index(id) + 1
	}
	place := 1
	for _, other := range s.state.Zone(zone) {
		if s.before(other, id) < 0 {
			place++
		}
	}
	return place
}

// sortListed sorts each run of values that are entities of the same unordered zone
// into the order in which players may see them.
func (s *Session) sortListed(values []state.Value) {
	if !s.apiGame.Layout.Unordered {
		return
	}
	for from := 0; from < len(values); {
		zone, to := s.unordered(values[from]), from+1
		for zone != state.Limbo && to < len(values) && s.unordered(values[to]) == zone {
			to++
		}
		slices.SortStableFunc(values[from:to], func(a, b state.Value) int { return s.before(a.ID(), b.ID()) })
		from = to
	}
}

// unordered returns the unordered zone that a value is in, or state.Limbo if that
// is not sorted for the acting player.
func (s *Session) unordered(v state.Value) int {
	if v.Type != state.Ref {
		return state.Limbo
	}
	zone := s.state.ZoneOf(v.ID())
	if zone != state.Limbo {
		if d, _ := s.apiGame.Layout.ZoneDecl(zone); !d.Unordered || s.Hidden(zone) {
			return state.Limbo
		}
	}
	return zone
}

// shuffleVisible shuffles the unordered zones that the acting player sees, whose order the
// player cannot know.
func (s *Session) shuffleVisible(luck *random.Stream) {
	if !s.apiGame.Layout.Unordered {
		return
	}
	for slot := range s.apiGame.Layout.ZoneSlots() {
		if d, _ := s.apiGame.Layout.ZoneDecl(slot); !d.Unordered || s.Hidden(slot) {
			continue
		}
		s.together = s.together[:0]
		for i := range s.state.Zone(slot) {
			s.together = append(s.together, state.Spot{Zone: slot, Index: i})
		}
		s.state.Sort(s.together)
		s.state.Redeal(s.together, luck)
	}
}
