package session

import (
	"slices"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Masked replaces the secret parts of texts.
const Masked = "…"

// audience is a set of players: bit n is player n, and bit 0 is everyone who
// only watches.
type audience uint64

func (a audience) has(player int) bool { return a&(1<<player) != 0 }

// mask is a part of a command's text that some may not read.
type mask struct {
	from, to int // in bytes
	hidden   audience
	instead  string
	// entity is the entity that the part names, if its zone is closed to some.
	// Those of them who see it before or after the command read its plain name:
	// a number that distinguishes it would reveal which others there are.
	entity state.ID
	plain  string
	seen   audience
	// until is the event that reveals the part, if one does, and shown the turn
	// in which it did, or 0.
	until string
	shown int
}

// otherPlayers returns everyone but the acting player.
func (s *Session) otherPlayers() audience {
	return s.audienceOf(func(player int) bool { return player != s.Player() })
}

// audienceOf returns the players of whom something is true, and the watchers if it is
// true of player 0.
func (s *Session) audienceOf(is func(player int) bool) (out audience) {
	for player := range s.Players() + 1 {
		if is(player) {
			out |= 1 << player
		}
	}
	return out
}

// unseen returns who may not know the identity of an entity.
func (s *Session) unseen(id state.ID) audience {
	return s.audienceOf(func(player int) bool { return s.ConcealedFrom(id, player) })
}

// outside returns who may not look into the zone that an entity is in.
func (s *Session) outside(id state.ID) audience {
	zone := s.state.ZoneOf(id)
	return s.audienceOf(func(player int) bool { return zone == state.Limbo || s.HiddenFrom(zone, player) })
}

// maskedText returns the text of a command, and the masks on it. The text names the
// player if it is another than the acting one.
func (s *Session) maskedText(a *rules.Action, c Command, other bool) (text string, masks []mask) {
	add := func(m mask) {
		if m.hidden != 0 {
			masks = append(masks, m)
		}
	}
	text = string(s.compose(nil, &c, func(word string, end, target int, v state.Value) {
		part := mask{from: end - len(word), to: end, instead: Masked}
		switch id := v.ID(); {
		case target >= 0 && a.Targets[target].Secret.On:
			part.hidden, part.until = s.otherPlayers(), a.Targets[target].Secret.Until
		case v.Type == state.Ref && (target < 0 || s.labelReveals(id)):
			part.hidden, part.entity, part.plain = s.outside(id), id, s.state.Prototype(id).ID
			part.seen = part.hidden &^ s.unseen(id)
			if !s.labelReveals(id) {
				part.instead = s.Label(id)
			}
		}
		add(part)
	}))
	switch {
	case a.Secret.On:
		masks = nil
		add(mask{to: len(text), hidden: s.otherPlayers(), instead: Masked, until: a.Secret.Until})
	case s.simultaneousPhase() != nil:
		masks = append(masks[:0:0], mask{to: len(text), hidden: s.otherPlayers(), instead: Masked, until: resolved})
	}
	if other {
		prefix := address(c.Player)
		text = prefix + text
		for i := range masks {
			masks[i].from += len(prefix)
			masks[i].to += len(prefix)
		}
	}
	return text, masks
}

// labelReveals reports whether even the label of a concealed entity would reveal
// something: its zone is listed in an order other than the true one, or not counted.
func (s *Session) labelReveals(id state.ID) bool {
	zone := s.state.ZoneOf(id)
	if zone == state.Limbo {
		return true
	}
	d, _ := s.apiGame.Layout.ZoneDecl(zone)
	return d.Unordered || d.Uncounted
}

// keepMasks records the masks on the command that has just been recorded, except
// those on what it has made visible, and notes which secrets its events reveal.
func (s *Session) keepMasks(masks []mask, happened []Event) {
	turn := s.done - 1
	for i := range masks {
		if m := &masks[i]; s.state.Alive(m.entity) {
			m.seen |= m.hidden &^ s.unseen(m.entity)
		}
	}
	if masks != nil {
		if s.masks == nil {
			s.masks = map[int][]mask{}
		}
		s.masks[turn] = masks
	}
	for _, h := range happened {
		s.reveal(h.Event, turn)
	}
	if s.running.resolved {
		s.reveal(resolved, turn)
	}
}

// reveal notes that a turn has revealed what is secret until an event.
func (s *Session) reveal(event string, turn int) {
	for _, masks := range s.masks {
		for i := range masks {
			if m := &masks[i]; m.until == event && m.shown == 0 {
				m.shown = turn
			}
		}
	}
}

// dropMasks forgets the masks of undone commands, which are about to be replaced,
// and what those have revealed.
func (s *Session) dropMasks() {
	for turn, masks := range s.masks {
		if turn >= s.done {
			delete(s.masks, turn)
		}
		for i := range masks {
			if masks[i].shown >= s.done {
				masks[i].shown = 0
			}
		}
	}
}

// CommandSeenBy returns the text of the command that led to a turn as a player
// may read it, counted from 1; player 0 only watches. Nothing is known about
// commands that were loaded rather than played here.
func (s *Session) CommandSeenBy(turn, player int) string {
	if turn > 0 && turn < s.loaded {
		return Masked
	}
	full := s.log[turn].Text
	text, cut := "", 0
	for _, m := range s.masks[turn] {
		if !m.hidden.has(player) || m.shown > 0 && m.shown < s.done {
			continue
		}
		text += full[cut:m.from]
		if cut = m.to; m.seen.has(player) {
			text += m.plain
		} else {
			text += m.instead
		}
	}
	return text + full[cut:]
}

// ReadsPublic runs a function that reads the state, and reports whether it read
// only what is known to everyone.
func (s *Session) ReadsPublic(read func()) bool {
	var t state.Tracker
	s.state.Track(&t)
	read()
	s.state.Untrack()
	return s.state.AllReads(&t, func(slot int) bool { return s.KnowsVar(slot, 0) },
		func(slot int) bool { return !s.HiddenFrom(slot, 0) },
		func(id state.ID) bool { return !s.ConcealedFrom(id, 0) && s.hasNoSecrets(id) }) && s.state.Pending() == nil
}

// hasNoSecrets reports whether no property of an entity is secret.
func (s *Session) hasNoSecrets(id state.ID) bool {
	return !slices.ContainsFunc(s.state.Prototype(id).Kind.Props, func(d state.Decl) bool { return d.Visible != state.Everyone })
}
