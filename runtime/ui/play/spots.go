package play

import (
	"strconv"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/board"
)

// act is what activating a spot does.
type act int

const (
	begin act = iota
	pick
	confirm
	cancel
	again
)

// spot is something that can be activated: an action, an option, the end of a
// choice.
type spot struct {
	act act
	// key activates it; empty if all keys are taken.
	key string
	// word is the word that begins or picks it, thing the label of the thing
	// that it is on.
	word, thing string
	title, text string
	// cost is what it takes, in short: 15 gold.
	cost string
	// shows is what an option looks like that is a definition.
	shows *board.Thing
	// reason is why it is not available, warning what else it will do.
	reason, warning string
	// the position where it is drawn: first line of the page, the number of
	// lines, first column and the one behind the last.
	line, height, from, to int
}

// keys are the keys of spots, in order. None has another meaning, and none is a
// digit, which could be read as a value.
const keys = "abcdefgijkmopstvwxyzABCDEFGHIJKLMOPQRSTUVWXYZ"

// againKey begins another game. It is none that players press on the way there.
const againKey = "N"

// spotsOf lists the spots, in the order of the board.
func spotsOf(b *board.Board, book *locale.Book) []spot {
	var out []spot
	switch {
	case b.Ending != nil:
		out = []spot{{act: again, key: againKey, title: book.Put("Play again"), text: book.Put("Start a new game, with other luck.")}}
	case b.Choice.Open:
		out = options(b, book)
	default:
		for _, o := range b.Offers {
			out = append(out, spot{act: begin, word: o.Command, thing: o.Item, title: o.Title, cost: costOf(o), text: o.Explained(), reason: o.Reason, warning: o.Warning})
		}
	}
	for i := range out {
		if out[i].key == "" && i < len(keys) {
			out[i].key = keys[i : i+1]
		}
	}
	return out
}

func options(b *board.Board, book *locale.Book) (out []spot) {
	c := b.Choice
	for _, o := range c.Options {
		s := spot{act: pick, word: o.Label, title: o.Title, text: o.Explained(), reason: o.Reason, shows: o.Shows}
		if o.Thing && lies(b, o.Label) {
			s.thing = o.Label
		}
		out = append(out, s)
	}
	if len(c.Options) == 0 {
		out = append(out, spot{act: confirm, title: book.Put("Go on"), text: c.Warning, warning: c.Warning})
	}
	if c.Asked && len(c.Picked) == 0 {
		return out // there is nothing to give up
	}
	return append(out, spot{act: cancel, key: "esc", title: book.Put("Cancel"), text: book.Put("Cancel it. Nothing has been spent.")})
}

// lies reports whether a labelled entity is visible in a zone.
func lies(b *board.Board, label string) bool {
	for _, g := range b.Groups {
		for _, z := range g.Zones {
			for _, t := range z.Things {
				if t.Label == label && !z.Pile {
					return true
				}
			}
		}
	}
	return false
}

// costOf is what an offer takes.
func costOf(o board.Offer) string {
	var costs []string
	for _, c := range o.Costs {
		amount := strconv.FormatFloat(c.Amount, 'f', -1, 64)
		if c.Depends {
			amount = "?"
		} else if c.All {
			amount = "X"
		}
		costs = append(costs, amount+" "+c.Title)
	}
	return strings.Join(costs, ", ")
}

// priced is the title of a spot with its cost.
func (s *spot) priced() string {
	if s.cost == "" {
		return s.title
	}
	return s.title + " (" + s.cost + ")"
}
