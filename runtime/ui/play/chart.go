package play

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// The sizes of a map: a place is a mark and two letters between two characters,
// and the way to the next rank takes two more.
const (
	placeWidth = 4
	wayWidth   = 2
	rankWidth  = placeWidth + wayWidth
)

// position is where a place lies on a map: its rank, from 0, and its line, from 0;
// the lines of a rank are two apart.
type position struct{ rank, line int }

// charted returns the number of ranks that a zone has and how many of them are
// drawn as a map: 0 if the zone is not a map or the screen is too narrow, or low
// and nothing on the map can be chosen.
func (m *Model) charted(p *sheet, z board.Zone, dense density) (ranks, fit int) {
	if z.Map == nil || z.Count == 0 {
		return 0, 0
	}
	asked := slices.ContainsFunc(z.Things, func(t board.Thing) bool { return m.at(t.Label) >= 0 })
	ranks = (len(z.Things) + z.Map.Across - 1) / z.Map.Across
	fit = min(ranks, (p.width+wayWidth)/rankWidth)
	if fit < 3 || dense > airy && !asked {
		return ranks, 0
	}
	return ranks, fit
}

// chart draws a zone as a map with the ways between its places, and below it
// what the letters mean, and reports whether there is room for that.
func (m *Model) chart(p *sheet, z board.Zone, dense density) bool {
	ranks, fit := m.charted(p, z, dense)
	if fit == 0 {
		return false
	}
	places := map[string]position{}
	for i, t := range z.Things {
		rank := i / z.Map.Across
		many := min(z.Map.Across, len(z.Things)-rank*z.Map.Across)
		places[t.Label] = position{rank, i%z.Map.Across*2 + z.Map.Across - many}
	}
	// Of a map that is too wide, what lies ahead is drawn.
	first := 0
	if here, ok := places[z.Map.Here]; ok {
		first = max(0, min(here.rank-1, ranks-fit))
	}
	grid := make([][]rune, 2*z.Map.Across-1)
	for i := range grid {
		grid[i] = []rune(strings.Repeat(" ", fit*rankWidth-wayWidth))
	}
	for _, way := range z.Map.Ways {
		m.way(grid, places[way[0]], places[way[1]], first)
	}
	if head := m.heading(z); dense < tight {
		p.lines = append(p.lines, head)
	}
	p.places(m, z, places, first, fit, grid)
	m.legend(p, z.Things)
	return true
}

// way draws the line between two places, if both are on the screen.
func (m *Model) way(grid [][]rune, from, to position, first int) {
	at := (from.rank-first)*rankWidth + placeWidth
	if to.rank != from.rank+1 || at < 0 || at+wayWidth > len(grid[0]) {
		return
	}
	ways := m.signs.ways
	if from.line == to.line {
		grid[from.line][at], grid[from.line][at+1] = ways.level, ways.level
		return
	}
	sign, step := ways.down, 1
	if to.line < from.line {
		sign, step = ways.up, -1
	}
	for line := from.line + step; line != to.line; line += step {
		if cell := &grid[line][at]; *cell == ' ' || *cell == sign {
			*cell = sign
		} else {
			*cell = ways.both
		}
	}
}

// places puts the places of a map between the ways: each with its key if it can
// be chosen, in brackets if the player is there.
func (p *sheet) places(m *Model, z board.Zone, where map[string]position, first, fit int, grid [][]rune) {
	lines := make([]string, len(grid))
	for line := range grid {
		var b strings.Builder
		for rank := first; rank < first+fit; rank++ {
			at := (rank - first) * rankWidth
			drawn := false
			for _, t := range z.Things {
				if where[t.Label] != (position{rank, line}) {
					continue
				}
				drawn = true
				spot := m.at(t.Label)
				if spot >= 0 {
					p.marks = append(p.marks, mark{spot, len(p.lines) + line, 1, at, at + placeWidth})
				}
				b.WriteString(m.placed(t, spot, t.Label == z.Map.Here))
			}
			if !drawn {
				b.WriteString(string(grid[line][at : at+placeWidth]))
			}
			if end := at + placeWidth; end+wayWidth <= len(grid[line]) {
				way := string(grid[line][end : end+wayWidth])
				if strings.TrimSpace(way) != "" {
					way = faint.Render(way)
				}
				b.WriteString(way)
			}
		}
		lines[line] = strings.TrimRight(b.String(), " ")
	}
	p.lines = append(p.lines, lines...)
}

// placed draws one place in placeWidth columns.
func (m *Model) placed(t board.Thing, spot int, here bool) string {
	short := pad(shortened(t), 2)
	switch {
	case spot >= 0:
		key := pad(m.spots[spot].key+m.signs.close, placeWidth-2)
		if spot == m.focus {
			return chosen.Render(key + short)
		}
		return keyed.Render(key) + short
	case here:
		return loud.Render("[" + short + "]")
	}
	return " " + short + " "
}

// shortened returns the first two letters of a place's name.
func shortened(t board.Thing) string {
	if t.Hidden {
		return "?"
	}
	return ansi.Truncate(t.Name, placeWidth-2, "")
}

// legend says what the letters on a map mean.
func (m *Model) legend(p *sheet, things []board.Thing) {
	var pieces []piece
	seen := map[string]bool{}
	for _, t := range things {
		if t.Hidden || seen[t.Name] {
			continue
		}
		seen[t.Name] = true
		pieces = append(pieces, word(faint.Render(shortened(t)+" "+t.Name), -1))
	}
	p.flow("", 2, pieces)
}
