package play

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// extras is what a page shows in addition if it has lines to spare.
type extras int

const (
	costs      extras = 1 << iota // where the costs are not all paid in one variable
	texts                         // of entities that can be used, on a line each
	legends                       // of figures that are texts
	dice                          // as boxes where entities are lines of text
	tallDice                      // with pips
	wholeTexts                    // on as many lines as they need
	allTexts                      // of other entities, too
)

// useful lists the extras, most useful first, with the least number of lines of the
// log that each leaves.
var useful = []struct {
	extras
	log int
}{{costs, 0}, {texts, 0}, {legends, 0}, {dice, 3}, {tallDice, 5}, {wholeTexts, 5}, {allTexts, 5}}

// maxDetail is the largest number of lines of a description.
const maxDetail = 3

// addExtras adds what fits into the spare lines of the page, most useful first.
// It leaves lines for the longest description, so that moving the focus changes
// nothing.
func (m *Model) addExtras() {
	fits := true
	for _, e := range useful {
		if m.density <= boxed && e.extras != legends {
			continue // drawn already
		}
		without := m.extras
		m.extras |= e.extras
		m.page = m.layOut(m.density)
		if fits = m.fits(maxDetail, e.log); !fits {
			m.extras = without
		}
	}
	if !fits {
		m.page = m.layOut(m.density) // which also places the spots
	}
}

// minLogLines returns the least number of lines of the log that the extras leave.
func (m *Model) minLogLines() (lines int) {
	for _, e := range useful {
		if m.extras&e.extras != 0 {
			lines = e.log
		}
	}
	return lines
}

// fits reports whether all of the page is visible beside a description of some lines
// and at least some lines of the log.
func (m *Model) fits(detail, log int) bool {
	return !m.page.crowded && m.page.foot-m.page.head <= m.spare(detail, log)
}

// minColumn is the least width of a column of entities with their texts, and
// minText that of the beginning of a text.
const minColumn, minText = 36, 8

// drawWithTexts draws entities with their costs, states and texts, in columns. If
// there is no room for more, it draws only the beginnings of the texts, but all of
// the rest.
func (m *Model) drawWithTexts(p *sheet, z board.Zone, unit string) {
	const gap, hanging = 2, 4
	var lines []string
	least := minColumn
	for _, t := range z.Entities {
		at := m.spotOf(t.Label)
		line := m.drawSpot(at, m.body(t), m.price(at, unit))
		if t.Text != "" && !t.Hidden {
			least = max(least, measure(line)+minText)
			line += ": " + strings.Join(strings.Fields(t.Marked()), " ")
		}
		lines = append(lines, line)
	}
	columns := min(max(1, (p.width+gap)/(least+gap)), len(lines))
	width := (p.width+gap)/columns - gap
	var pieces []piece
	for i, t := range z.Entities {
		wrapped := []string{cut(lines[i], width, m.signs.more)}
		if m.extras&wholeTexts != 0 || least > width {
			wrapped = strings.Split(ansi.Wrap(lines[i], width-hanging, ""), "\n")
		}
		for k := range wrapped {
			if k > 0 {
				wrapped[k] = strings.Repeat(" ", hanging) + wrapped[k]
			}
			wrapped[k] = pad(wrapped[k], width)
		}
		pieces = append(pieces, piece{wrapped, m.spotOf(t.Label)})
	}
	p.flow("", gap, pieces)
}

// showsTexts reports whether the texts of the entities in a zone are shown.
func (m *Model) showsTexts(z board.Zone) bool {
	return (z.As == board.Row || z.As == board.Stack) && slices.ContainsFunc(z.Entities, func(t board.Entity) bool {
		return t.Text != "" && t.Die == nil && t.Life == nil && !t.Hidden && (m.extras&texts != 0 && m.spotOf(t.Label) >= 0 || m.extras&allTexts != 0)
	})
}

// unit returns what all costs of the entities in a zone are paid in, if there are
// several: it need not be repeated.
func (m *Model) unit(z board.Zone) (unit string) {
	costs := 0
	for _, t := range z.Entities {
		at := m.spotOf(t.Label)
		switch {
		case at < 0 || m.spots[at].cost == "":
		case m.spots[at].unit == "" || unit != "" && unit != m.spots[at].unit:
			return ""
		default:
			unit = m.spots[at].unit
			costs++
		}
	}
	if costs < 2 {
		return ""
	}
	return unit
}

// price returns the cost of a spot, without the unit if that is said elsewhere, or
// nothing if there is no room.
func (m *Model) price(at int, unit string) string {
	if at < 0 {
		return ""
	}
	switch s := &m.spots[at]; {
	case unit != "":
		return strings.TrimPrefix(s.cost, unit+" −")
	case m.density == tight && m.extras&costs == 0:
		return ""
	default:
		return s.cost
	}
}

// diceOnly reports whether a zone holds nothing but dice that are seen.
func diceOnly(z board.Zone) bool {
	return (z.As == board.Row || z.As == board.Stack) && !slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return t.Die == nil || t.Hidden })
}
