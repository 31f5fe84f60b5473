package session

import (
	"strconv"
	"strings"

	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Variable finds a variable by name, as the acting player sees it; NAME@2 is
// the variable of player 2. The engine's internal variables cannot be found.
func (s *Session) Variable(name string) (slot int, ok bool) {
	name, player := s.cutPlayer(name)
	if strings.HasPrefix(name, "_") || player < 1 || player > s.Players() {
		return 0, false
	}
	return s.apiGame.Layout.Var(name, player)
}

// Zone finds a zone by name, as Variable does a variable.
func (s *Session) Zone(name string) (slot int, ok bool) {
	name, player := s.cutPlayer(name)
	if player < 1 || player > s.Players() {
		return 0, false
	}
	return s.apiGame.Layout.Zone(name, player)
}

// Hidden reports whether the acting player may not look into a zone.
func (s *Session) Hidden(slot int) bool { return s.HiddenFrom(slot, s.Player()) }

// HiddenFrom reports whether a player, counted from 1, may not look into a zone.
// Player 0 only watches.
func (s *Session) HiddenFrom(slot, player int) bool {
	if slot == state.Limbo {
		return false
	}
	d, owner := s.apiGame.Layout.ZoneDecl(slot)
	return d.Visible == state.Nobody || d.Visible == state.Owner && owner != 0 && owner != player
}

// knows reports whether a player, counted from 1, may know what belongs to an
// owner, who is 0 for nobody. Player 0 only watches.
func knows(player int, v state.Visibility, owner int) bool {
	return v == state.Everyone || v == state.Owner && owner == player && player != 0
}

// KnowsVar reports whether a player, counted from 1, may know the value of a
// variable slot. Player 0 only watches.
func (s *Session) KnowsVar(slot, player int) bool {
	d, owner := s.apiGame.Layout.VarDecl(slot)
	return knows(player, d.Visible, owner)
}

// KnowsProp reports whether a player, counted from 1, may know a property of an
// entity that is visible in a zone. Player 0 only watches.
func (s *Session) KnowsProp(kind *state.KindDecl, prop, zone, player int) bool {
	d, owner := &kind.Props[prop], 0
	if d.While != "" {
		slot, _ := s.apiGame.Layout.Var(d.While, max(1, player))
		of, _ := s.apiGame.Layout.VarDecl(slot)
		return s.state.Var(slot).True() && (player != 0 || !of.PerPlayer)
	}
	if zone != state.Limbo {
		_, owner = s.apiGame.Layout.ZoneDecl(zone)
	}
	return knows(player, d.Visible, owner)
}

// cutPlayer splits NAME@PLAYER; without a player it returns the acting one. The
// player need not exist.
func (s *Session) cutPlayer(name string) (base string, player int) {
	base, number, ok := strings.Cut(name, "@")
	if !ok {
		return name, s.Player()
	}
	player, _ = strconv.Atoi(number) // 0, or too many, if it is not a number
	return base, player
}

// Use returns the action that uses an item. The item is named as in a command, or
// by the id of a definition that is not in play.
func (s *Session) Use(word string) (*rules.Action, bool) {
	if id, ok := s.Find(word); ok {
		a := s.item(id).Use
		return a, a != nil
	}
	for _, d := range s.apiGame.Catalog.All() {
		if it := s.game.Item(d.Key()); it != nil && d.ID == word && it.Use != nil {
			return it.Use, true
		}
	}
	return nil, false
}

// Word returns an option of a target as a player would type it: for entities n
// is the position in the target's zone, counted from 1.
func (s *Session) Word(t *rules.Target, n int) (word string, ok bool) {
	if t.ZoneNumber < 0 {
		return "", false
	}
	d, _ := s.apiGame.Layout.ZoneDecl(s.apiGame.Layout.ZoneSlot(t.ZoneNumber, s.Player()))
	return d.Label + strconv.Itoa(n), true
}

// Number returns the value shown by an entity, or false if entities of its kind
// show none.
func (s *Session) Number(id state.ID) (state.Value, bool) {
	i, ok := s.state.Prototype(id).Kind.Prop("value")
	if !ok {
		return state.Value{}, false
	}
	return s.state.Prop(id, i), true
}

// Face returns the word that a die shows, or false if it shows none.
func (s *Session) Face(id state.ID) (word string, ok bool) {
	if v, ok := s.Number(id); ok {
		return s.FaceAt(id, v)
	}
	return "", false
}

// FaceAt returns the word that a die shows at a value.
func (s *Session) FaceAt(id state.ID, value state.Value) (word string, ok bool) {
	return api.FaceWord(s.Definition(id), value.Num)
}

// Faces returns the words on the die that a zone uses for plain numbers; none
// if there is no such die or it has numbers.
func (s *Session) Faces(zone int) []string {
	d, _ := s.state.Layout.ZoneDecl(zone)
	die, _ := s.apiGame.Catalog.Find(d.Default, d.Kinds...)
	return api.FaceWords(die)
}

// UsableIDs lists the ids of all items that have a use in the game.
func (s *Session) UsableIDs() []string {
	var out []string
	for _, d := range s.apiGame.Catalog.All() {
		if it := s.game.Item(d.Key()); it != nil && it.Use != nil {
			out = append(out, d.ID)
		}
	}
	return out
}

// Label returns the label of an entity: its zone's label and its position from
// 1, as in d2, with @PLAYER for a zone of another player than the acting one.
func (s *Session) Label(id state.ID) string { return s.LabelFor(id, s.Player()) }

// LabelFor is Label as a player sees it, counted from 1: only those who may look
// into an unordered zone see it sorted. Player 0 only watches.
func (s *Session) LabelFor(id state.ID, viewer int) string {
	if !s.state.Alive(id) {
		return "(gone)"
	}
	zone := s.state.ZoneOf(id)
	if zone == state.Limbo {
		return s.outOfPlayName(id) + " (out of play)"
	}
	d, player := s.apiGame.Layout.ZoneDecl(zone)
	label := d.Label + strconv.Itoa(s.shownPosition(id, zone, viewer, d))
	if player != 0 && player != s.Player() {
		label += "@" + strconv.Itoa(player)
	}
	return label
}

// outOfPlayName names an entity that is out of play: by its definition's id, or id#2 for the
// second with that id.
func (s *Session) outOfPlayName(id state.ID) string {
	name, n := s.state.Prototype(id).ID, 1
	s.state.Entities(func(other state.ID) {
		if other < id && s.state.ZoneOf(other) == state.Limbo && s.state.Prototype(other).ID == name {
			n++
		}
	})
	if n == 1 {
		return name
	}
	return name + "#" + strconv.Itoa(n)
}
