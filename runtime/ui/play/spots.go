package play

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
)

// act is the effect of activating a spot.
type act int

const (
	begin act = iota
	pick
	confirm
	cancel
	newGame
)

// spot is something that can be activated: an action, an option, the end of a
// choice.
type spot struct {
	act act
	// key activates it; empty if all keys are taken.
	key string
	// word is the word that begins or picks it, label that of its entity.
	word, label string
	title, text string
	// cost is its cost, briefly: Gold −15; unit is Gold if that is all.
	cost, unit string
	// shows is how an option that is a definition is drawn.
	shows *board.Entity
	// reason is why it is not available, warning its further effects.
	reason, warning string
	// the position where it is drawn: first line of the page, number of lines,
	// first column, and the column after the last.
	line, height, from, to int
}

// keys are the keys of spots, in order. None has another meaning, and none is a
// digit, which could be read as a value.
const keys = "abcdefgijkmopstvwxyzABCDEFGHIJKLMOPQRSTUVWXYZ"

// newGameKey begins another game. It is not used during a game, so nobody presses
// it by mistake.
const newGameKey = "N"

// spotsOf lists the spots, in the order of the board.
func spotsOf(b *board.Board, translator *locale.Translator) []spot {
	var out []spot
	switch {
	case b.Ending != nil:
		out = []spot{{act: newGame, key: newGameKey, title: translator.Translate("Play again"), text: translator.Translate("Start a new game with a new seed.")}}
	case b.Choice.Open:
		out = options(b, translator)
	default:
		for _, o := range b.Offers {
			out = append(out, spot{act: begin, word: o.Command, label: o.Item, title: titleOf(b, o.Item, o.Title), cost: costOf(o), unit: unitOf(o), text: o.Explained(), reason: o.Reason, warning: o.Warning})
		}
	}
	for i := range out {
		if out[i].key == "" && i < len(keys) {
			out[i].key = keys[i : i+1]
		}
	}
	return out
}

func options(b *board.Board, translator *locale.Translator) (out []spot) {
	c := b.Choice
	for _, o := range c.Options {
		s := spot{act: pick, word: o.Label, title: titleOf(b, o.Label, o.Title), text: o.Explained(), reason: o.Reason, shows: o.Shows}
		if o.Thing && isDrawn(b, o.Label) {
			s.label = o.Label
		}
		out = append(out, s)
	}
	if len(c.Options) == 0 {
		out = append(out, spot{act: confirm, title: translator.Translate("Continue"), text: c.Warning, warning: c.Warning})
	}
	if c.Asked && len(c.Picked) == 0 {
		return out // there is nothing to cancel
	}
	taken := "Cancel it. Nothing has been spent."
	if c.Asked {
		taken = "Take the picks back. The question stays open."
	}
	return append(out, spot{act: cancel, key: "esc", title: translator.Translate("Cancel"), text: translator.Translate(taken)})
}

// isDrawn reports whether a labelled entity is drawn in some zone.
func isDrawn(b *board.Board, label string) bool {
	z, _ := zoneOf(b, label)
	return z != nil && !z.Pile
}

// zoneOf returns the zone that shows a labelled entity and its place there,
// counted from 0, or nil.
func zoneOf(b *board.Board, label string) (*board.Zone, int) {
	for _, g := range b.Groups {
		for i := range g.Zones {
			if at := slices.IndexFunc(g.Zones[i].Entities, func(t board.Entity) bool { return t.Label == label }); at >= 0 {
				return &g.Zones[i], at
			}
		}
	}
	return nil, 0
}

// titleOf returns the title of an entity: after its value if it is a die, and by
// its place if it is hidden.
func titleOf(b *board.Board, label, title string) string {
	z, at := zoneOf(b, label)
	if label == "" || z == nil {
		return title
	}
	switch t := z.Entities[at]; {
	case t.Hidden:
		return z.Title + " " + strconv.Itoa(at+1)
	case t.Die != nil && t.Die.Value != 0 && t.Die.Word == "":
		return "[" + strconv.Itoa(t.Die.Value) + "] " + title
	}
	return title
}

// costOf returns the cost of an offer, briefly: Gold −15, with the amount last,
// so that the name needs no plural. Several costs that depend on later choices
// are shown as one question mark.
func costOf(o board.Offer) string {
	var costs []string
	open := 0
	for _, c := range o.Costs {
		switch {
		case c.Depends:
			open++
		case c.All:
			costs = append(costs, c.Title+" −X")
		default:
			costs = append(costs, c.Title+" −"+strconv.FormatFloat(c.Amount, 'f', -1, 64))
		}
	}
	for _, c := range o.Costs {
		if c.Depends && open == 1 {
			costs = append(costs, c.Title+" −?")
		}
	}
	if open > 1 {
		costs = append(costs, "?")
	}
	return strings.Join(costs, ", ")
}

// unitOf returns the variable that an offer's cost is paid in, or "" if there is
// not exactly one.
func unitOf(o board.Offer) string {
	if len(o.Costs) != 1 {
		return ""
	}
	return o.Costs[0].Title
}

// titleWithCost is the title of a spot with its cost.
func (s *spot) titleWithCost() string {
	if s.cost == "" {
		return s.title
	}
	return s.title + " (" + s.cost + ")"
}
