package session

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Imagine replaces everything that the acting player cannot know with one
// possibility: future random numbers, and the places of concealed entities.
// Concealed entities change places with others that began the game in the same
// zone: a card in a hand with those in the deck it was drawn from. Hidden
// variables and properties get other values, as far as the declarations allow;
// guessed reports whether there were any. The rules may not allow such a guess,
// so a command may fail then that cannot fail in the game. Finally, the game's
// own hook imagine replaces values that its scripts drew and did not show. It
// is for forks.
func (s *Session) Imagine(luck *random.Stream) (guessed bool, problem *diag.Diagnostic) {
	s.conceal(&s.deals)
	s.deals.normalize(s.state)
	return s.deal(&s.deals, luck)
}

// Imagining is a situation to be imagined many times.
type Imagining struct {
	state state.State
	deals deals
}

// Imagining prepares to imagine the current situation.
func (s *Session) Imagining(to *Imagining) {
	s.state.CopyTo(&to.state)
	s.conceal(&to.deals)
	to.deals.normalize(&to.state)
}

// ImagineFrom makes a fork of the session that prepared the situation go on from it,
// as Fork and Imagine do.
func (s *Session) ImagineFrom(from *Imagining, luck *random.Stream) (guessed bool, problem *diag.Diagnostic) {
	s.Return(&from.state)
	return s.deal(&from.deals, luck)
}

// deals are the spots whose entities the acting player cannot tell apart, group by
// group.
type deals struct {
	spots []state.Spot
	ends  []int // of each group, in spots
}

// each yields the spots of each group.
func (d *deals) each(yield func([]state.Spot) bool) {
	from := 0
	for _, end := range d.ends {
		if !yield(d.spots[from:end]) {
			return
		}
		from = end
	}
}

// normalize puts the entities into an order that tells nothing, so that chance alone
// decides.
func (d *deals) normalize(s *state.State) {
	for spots := range d.each {
		s.Normalize(spots)
	}
}

// conceal finds the concealed entities, and which of them may exchange places.
func (s *Session) conceal(d *deals) {
	player := s.Player()
	spots, groups := s.spots[:0], s.groups[:0]
	for slot := range s.apiGame.Layout.ZoneSlots() {
		if !s.Hidden(slot) {
			continue
		}
		decl, _ := s.apiGame.Layout.ZoneDecl(slot)
		for i, id := range s.state.Zone(slot) {
			if !s.shown(id, player) && !s.faceUp(id) {
				spots = append(spots, state.Spot{Zone: slot, Index: i})
				groups = append(groups, group{s.game.Origin(s.state.Prototype(id).Key), decl})
			}
		}
	}
	s.spots, s.groups = spots, groups
	d.spots, d.ends = d.spots[:0], d.ends[:0]
	for from := range spots {
		if groups[from].zone == nil {
			continue // in an earlier group
		}
		first := groups[from]
		for i := from; i < len(spots); i++ {
			g := &groups[i]
			if g.zone != nil && g.origin == first.origin && (g.zone == first.zone || slices.Equal(g.zone.Kinds, first.zone.Kinds)) {
				d.spots = append(d.spots, spots[i])
				g.zone = nil
			}
		}
		d.ends = append(d.ends, len(d.spots))
	}
}

// deal replaces what the acting player cannot know; the concealed entities have been
// normalized.
func (s *Session) deal(d *deals, luck *random.Stream) (guessed bool, problem *diag.Diagnostic) {
	player := s.Player()
	s.state.Reseed(luck.Below(1 << 63))
	for spots := range d.each {
		s.state.Redeal(spots, luck)
	}
	s.shuffleVisible(luck)
	if s.apiGame.Layout.HidesValues && s.guess(player, luck) {
		s.chooseAgain(player, luck)
		guessed = true
	}
	if s.game.Imagine != nil && !s.Over() {
		problem = s.callImagine(player)
	}
	return guessed, problem
}

// callImagine calls the hook imagine, which must not change anything that the
// player sees.
func (s *Session) callImagine(player int) *diag.Diagnostic {
	before := s.SituationOf(player)
	if s.imagining == nil {
		s.imagining = func() { s.call(s.game.Imagine, s.self(), nil) }
	}
	var result Result
	if s.transact(s.imagining, &Command{}, &result); result.Problem != nil {
		return result.Problem
	}
	s.state.Forget()
	if s.SituationOf(player) != before {
		d := diag.New("content/rule", s.game.Imagine.Place, "the hook imagine changed something that player %d sees", player).
			WithHint("it may replace only what that player cannot know")
		return &d
	}
	return nil
}

// group identifies the concealed entities that may exchange places: those that
// began in the same zone, if their zones accept the same kinds.
type group struct {
	origin string
	zone   *state.ZoneDecl
}

// guess replaces the hidden variables and properties with values that the
// declarations allow, and reports whether there were any.
func (s *Session) guess(player int, luck *random.Stream) (guessed bool) {
	l := s.apiGame.Layout
	for slot := range l.VarSlots() {
		if s.KnowsVar(slot, player) {
			continue
		}
		d, owner := l.VarDecl(slot)
		s.state.OverwriteVar(slot, s.guessed(d, d.Start, s.knownOf(d.Name, player), s.upperBound(owner, player), luck))
		guessed = true
	}
	for slot := range l.ZoneSlots() {
		for _, id := range s.state.Zone(slot) {
			proto := s.state.Prototype(id)
			for i := range proto.Kind.Props {
				if d := &proto.Kind.Props[i]; !s.KnowsProp(proto.Kind, i, slot, player) {
					s.state.OverwriteProp(id, i, s.guessed(d, proto.Start[i], nil, 0, luck))
					guessed = true
				}
			}
		}
	}
	return guessed
}

// knownOf lists the values of a variable that a player knows: of other players.
func (s *Session) knownOf(name string, player int) (out []state.Value) {
	l := s.apiGame.Layout
	for slot := range l.VarSlots() {
		if d, _ := l.VarDecl(slot); d.Name == name && s.KnowsVar(slot, player) {
			out = append(out, s.state.Var(slot))
		}
	}
	return out
}

// upperBound returns the largest number that a player knows among the variables of
// an owner, 0 for nobody. It replaces the missing bound of a number: nobody
// bids more than they own.
func (s *Session) upperBound(owner, player int) (most float64) {
	l := s.apiGame.Layout
	for slot := range l.VarSlots() {
		d, of := l.VarDecl(slot)
		if of == owner && d.Type == state.Number && d.Name[0] != '_' && s.KnowsVar(slot, player) {
			most = max(most, s.state.Var(slot).Num)
		}
	}
	return most
}

// guessed returns a value that a declaration allows. Where it has no bounds,
// the value is among those known, the start and most.
func (s *Session) guessed(d *state.Decl, start state.Value, known []state.Value, most float64, luck *random.Stream) state.Value {
	known = append(known, start)
	switch {
	case d.Type == state.Bool:
		return state.Truth(luck.Below(2) == 1)
	case d.Type == state.Number:
		low, high := start.Num, max(start.Num, most)
		for _, v := range known {
			low, high = min(low, v.Num), max(high, v.Num)
		}
		if d.Min > -state.MaxWhole {
			low = d.Min
		}
		if d.Max < state.MaxWhole {
			high = d.Max
		}
		high = max(low, high)
		if !d.Whole {
			return state.Num(low + float64(luck.Unit()*(high-low)))
		}
		return state.Num(low + float64(luck.Below(uint64(math.Floor(high-low))+1)))
	case len(d.OneOf) > 0:
		return state.Str(d.OneOf[luck.Below(uint64(len(d.OneOf)))])
	}
	return known[luck.Below(uint64(len(known)))]
}

// chooseAgain lets the players who have already chosen in a simultaneous phase
// choose once more, so that their imagined choices are legal. A choice that
// changes something the player can see cannot be the real one, so it is undone.
func (s *Session) chooseAgain(player int, luck *random.Stream) {
	p := s.simultaneousPhase()
	if p == nil || s.state.Pending() != nil {
		return
	}
	before, turn := s.SituationOf(player), s.state.Var(rules.VarTurn)
	for other := 1; other <= s.Players(); other++ {
		if other == player || !s.state.Var(s.chosenSlot(other)).True() || !s.takesPart(p, other) {
			continue
		}
		s.state.CopyTo(&s.spare)
		s.state.OverwriteVar(s.chosenSlot(other), state.Truth(false))
		s.resetHidden(other, player)
		if c, ok, _ := s.SampleAs(other, luck); ok {
			s.Do(c)
		}
		s.state.OverwriteVar(rules.VarTurn, turn)
		s.state.OverwriteVar(rules.VarActor, state.Num(float64(player)))
		if s.SituationOf(player) != before { // also if nothing has been chosen
			s.spare.CopyTo(s.state)
		}
	}
}

// takesPart reports whether a player chooses in a phase in which all do.
func (s *Session) takesPart(p *rules.Phase, player int) bool {
	v, problem := s.evaluate(p.Together, player)
	return problem == nil && v.True()
}

// resetHidden gives those variables of owner that player does not know their
// starting values.
func (s *Session) resetHidden(owner, player int) {
	l := s.apiGame.Layout
	for slot := range l.VarSlots() {
		if d, of := l.VarDecl(slot); of == owner && !s.KnowsVar(slot, player) {
			s.state.OverwriteVar(slot, d.Start)
		}
	}
}

// SituationOf is Situation for any player, counted from 1.
func (s *Session) SituationOf(player int) string {
	if s.veil() == nil {
		return s.state.HashWithout(rules.VarTurn)
	}
	l, out := s.apiGame.Layout, s.situation[:0]
	add := func(v state.Value) {
		out = append(append(out, byte(v.Type)), v.String()...)
		out = append(out, 0)
	}
	for slot := range l.VarSlots() {
		clock := s.game.VarSince > 0 && slot >= s.sinceSlot(1) && slot <= s.sinceSlot(s.Players())
		if slot != rules.VarTurn && !clock && s.KnowsVar(slot, player) {
			add(s.state.Var(slot))
		}
	}
	for slot := range l.ZoneSlots() {
		d, _ := l.ZoneDecl(slot)
		out = append(out, 1)
		for _, id := range s.ListedFor(slot, player) {
			switch proto := s.state.Prototype(id); {
			case !s.ConcealedFrom(id, player):
				out = append(strconv.AppendUint(append(out, proto.Key...), uint64(id), 16), 0)
				for i := range proto.Kind.Props {
					if s.KnowsProp(proto.Kind, i, slot, player) {
						add(s.state.Prop(id, i))
					}
				}
			case !d.Uncounted:
				out = append(out, 2)
			}
		}
	}
	if q := s.PendingQuestion(); q != nil {
		out = append(append(strconv.AppendInt(out, int64(q.Player), 10), q.Name...), 0)
	}
	if _, w := s.Window(); w != nil {
		out = append(append(out, w.Name...), 0)
	}
	s.situation = slices.Clip(out)[:0]
	sum := sha256.Sum256(out)
	return hex.EncodeToString(sum[:16])
}
