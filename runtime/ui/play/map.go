package play

import (
	"slices"
	"strings"

	"sleight/runtime/game/board"
)

// The sizes of a map: a place is at least two letters between two characters,
// and the path to the next rank takes two more.
const (
	minPlace  = 4
	pathWidth = 2
)

// mapWindow is the visible part of a map: how many of its ranks fit, the first of
// them, and the width of a place.
type mapWindow struct{ ranks, fit, first, place int }

// rank returns the width of a rank and of the paths after it.
func (c mapWindow) rank() int { return c.place + pathWidth }

// position is the position of a place on a map: its rank, from 0, and its line,
// from 0; the lines of a rank are two apart.
type position struct{ rank, line int }

// mapWindow returns the visible part of a zone that is drawn as a map:
// nothing if the zone is not a map or the screen is too narrow, or if the
// screen is low and nothing on the map can be chosen. If all ranks fit, places
// are as wide as their names if possible.
func (m *Model) mapWindow(p *sheet, z board.Zone, density densityLevel) (c mapWindow) {
	if z.Map == nil || z.Count == 0 {
		return mapWindow{}
	}
	asked := slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return m.spotOf(t.Label) >= 0 })
	ranks := (len(z.Entities) + z.Map.Across - 1) / z.Map.Across
	fit := min(ranks, (p.width+pathWidth)/(minPlace+pathWidth))
	if fit < 3 || density > airy && !asked {
		return mapWindow{}
	}
	longest := minPlace
	for _, t := range z.Entities {
		longest = max(longest, measure(t.Name)+2)
	}
	return mapWindow{ranks, fit, 0, max(minPlace, min(longest, (p.width+pathWidth)/ranks-pathWidth))}
}

// drawMap draws a zone as a map with the paths between its places and a legend of
// its letters below. It reports whether there is room for that.
func (m *Model) drawMap(p *sheet, z board.Zone, density densityLevel) bool {
	c := m.mapWindow(p, z, density)
	if c.fit == 0 {
		return false
	}
	places := map[string]position{}
	for i, t := range z.Entities {
		rank := i / z.Map.Across
		many := min(z.Map.Across, len(z.Entities)-rank*z.Map.Across)
		places[t.Label] = position{rank, i%z.Map.Across*2 + z.Map.Across - many}
	}
	// Of a map that is too wide, draw the part ahead.
	if here, ok := places[z.Map.Here]; ok {
		c.first = max(0, min(here.rank-1, c.ranks-c.fit))
	}
	grid := make([][]rune, 2*z.Map.Across-1)
	for i := range grid {
		grid[i] = []rune(strings.Repeat(" ", c.fit*c.rank()-pathWidth))
	}
	for _, path := range z.Map.Paths {
		m.drawPath(grid, places[path[0]], places[path[1]], c)
	}
	if head := m.heading(z); density < tight {
		p.lines = append(p.lines, head)
	}
	p.places(m, z, places, c, grid)
	m.legend(p, z.Entities, c)
	return true
}

// drawPath draws the line between two places, if both are on the screen.
func (m *Model) drawPath(grid [][]rune, from, to position, c mapWindow) {
	at := (from.rank-c.first)*c.rank() + c.place
	if to.rank != from.rank+1 || at < 0 || at+pathWidth > len(grid[0]) {
		return
	}
	paths := m.signs.paths
	if from.line == to.line {
		grid[from.line][at], grid[from.line][at+1] = paths.level, paths.level
		return
	}
	sign, step := paths.down, 1
	if to.line < from.line {
		sign, step = paths.up, -1
	}
	for line := from.line + step; line != to.line; line += step {
		if cell := &grid[line][at]; *cell == ' ' || *cell == sign {
			*cell = sign
		} else {
			*cell = paths.both
		}
	}
}

// places draws the places of a map between the paths: each with its key if it
// can be chosen, in brackets if the player is there.
func (s *sheet) places(m *Model, z board.Zone, where map[string]position, c mapWindow, grid [][]rune) {
	lines := make([]string, len(grid))
	for line := range grid {
		var b strings.Builder
		for rank := c.first; rank < c.first+c.fit; rank++ {
			at := (rank - c.first) * c.rank()
			drawn := false
			for _, t := range z.Entities {
				if where[t.Label] != (position{rank, line}) {
					continue
				}
				drawn = true
				spot := m.spotOf(t.Label)
				if spot >= 0 {
					s.marks = append(s.marks, mark{spot, len(s.lines) + line, 1, at, at + c.place})
				}
				b.WriteString(m.drawPlace(t, spot, t.Label == z.Map.Here, c.place))
			}
			if !drawn {
				b.WriteString(string(grid[line][at : at+c.place]))
			}
			if end := at + c.place; end+pathWidth <= len(grid[line]) {
				path := string(grid[line][end : end+pathWidth])
				if strings.TrimSpace(path) != "" {
					path = faint.Render(path)
				}
				b.WriteString(path)
			}
		}
		lines[line] = strings.TrimRight(b.String(), " ")
	}
	s.lines = append(s.lines, lines...)
}

// drawPlace draws one place in a number of columns.
func (m *Model) drawPlace(t board.Entity, spot int, here bool, width int) string {
	short := pad(shortened(t, width), width-2)
	switch {
	case spot >= 0:
		key := pad(m.spots[spot].key+m.signs.close, 2)
		if spot == m.focus {
			return chosen.Render(key + short)
		}
		return keyed.Render(key) + short
	case here:
		return loud.Render("[" + short + "]")
	}
	return " " + short + " "
}

// shortened returns as many letters of a place's name as fit, but two at least.
func shortened(t board.Entity, width int) string {
	if t.Hidden {
		return "?"
	}
	return cut(t.Name, width-2, "")
}

// legend explains the letters on a map.
func (m *Model) legend(p *sheet, entities []board.Entity, c mapWindow) {
	var pieces []piece
	seen := map[string]bool{}
	for _, t := range entities {
		if short := shortened(t, c.place); !t.Hidden && !seen[t.Name] && short != t.Name {
			seen[t.Name] = true
			pieces = append(pieces, word(faint.Render(short+" "+t.Name), -1))
		}
	}
	if len(pieces) > 0 {
		p.flow("", 2, pieces)
	}
}
