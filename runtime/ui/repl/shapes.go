package repl

import (
	"strings"

	"sleight/runtime/game/board"
)

// pips lists, for each value from 1 to 6, the columns (left, middle, right)
// that have a pip in each of the three rows of a die.
var pips = [...][3]string{
	1: {"   ", " x ", "   "},
	2: {"x  ", "   ", "  x"},
	3: {"x  ", " x ", "  x"},
	4: {"x x", "   ", "x x"},
	5: {"x x", " x ", "x x"},
	6: {"x x", "x x", "x x"},
}

// outline is the drawing of a die in five rows: t marks the place of the text,
// the other signs are lines.
type outline struct {
	sides int
	rows  [5]string
}

// outlines maps numbers of sides to their own shapes; all other dice are boxes.
var outlines = [...]outline{
	{4, [...]string{
		"   / \\   ",
		"  /   \\  ",
		" / ttt \\ ",
		"/       \\",
		"---------",
	}},
	{8, [...]string{
		"   / \\   ",
		"  /   \\  ",
		" < ttt > ",
		"  \\   /  ",
		"   \\ /   ",
	}},
	{10, [...]string{
		"   / \\   ",
		" /     \\ ",
		"<  ttt  >",
		"  \\   /  ",
		"   \\ /   ",
	}},
	{12, [...]string{
		"  /---\\  ",
		" /     \\ ",
		" | ttt | ",
		" \\     / ",
		"  \\---/  ",
	}},
	{20, [...]string{
		"  /---\\  ",
		" /     \\ ",
		"<  ttt  >",
		" \\     / ",
		"  \\---/  ",
	}},
	{0, [...]string{
		"1-------2",
		"|       |",
		"|ttttttt|",
		"|       |",
		"3-------4",
	}},
}

// picture draws a die in five rows.
func (r *REPL) picture(d *board.Die) []string {
	code := ""
	switch {
	case d.Locked:
		code = redCode
	case d.Held:
		code = greenCode
	}
	g := r.glyphs()
	lines := func(text string) string {
		return r.colored(code, strings.NewReplacer("-", g.across, "|", g.down, "/", g.rising, "\\", g.falling,
			"1", g.topLeft, "2", g.topRight, "3", g.lowerLeft, "4", g.lowerRight).Replace(text))
	}
	var out []string
	for i, row := range outlineOf(d).rows {
		switch first, last := strings.Index(row, "t"), strings.LastIndex(row, "t"); {
		case showsPips(d) && i > 0 && i < 4:
			text := strings.Join(strings.Split(strings.ReplaceAll(pips[d.Value][i-1], "x", g.pip), ""), " ")
			out = append(out, lines("|")+" "+r.colored(tint(d.Color), text)+" "+lines("|"))
		case first >= 0:
			text := center(dieText(d), last+1-first, r.ellipsis())
			out = append(out, lines(row[:first])+r.colored(tint(d.Color), text)+lines(row[last+1:]))
		default:
			out = append(out, lines(row))
		}
	}
	return out
}

// outlineOf chooses how to draw a die. Words need the room of a box.
func outlineOf(d *board.Die) outline {
	for _, o := range outlines {
		if o.sides == d.Sides && d.Word == "" || o.sides == 0 {
			return o
		}
	}
	return outline{}
}

// showsPips reports whether a die's value is drawn in pips: if its box has as
// many pips as its value.
func showsPips(d *board.Die) bool {
	return d.Word == "" && d.Sides <= 6 && outlineOf(d).sides == 0 && d.Value >= 1 && d.Value < len(pips)
}

// tint returns the terminal color nearest to the one that a word names, or "". The color
// accompanies the words that describe the die; it never replaces them.
func tint(word string) string {
	switch strings.ToLower(word) {
	case "red":
		return redCode
	case "green":
		return greenCode
	case "yellow", "gold", "orange":
		return yellowCode
	case "blue":
		return blueCode
	case "purple", "violet", "magenta", "pink":
		return magentaCode
	case "cyan":
		return cyanCode
	}
	return ""
}
