package repl

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/board"
)

// dieWidth is the width of a drawn die in columns, without the gap after it.
const dieWidth = 9

// unrolled is the face of a die that has not been rolled.
const unrolled = "?"

// dieText returns the face of a die as text.
func dieText(d *board.Die) string {
	switch {
	case d.Word != "":
		return d.Word
	case d.Value == 0:
		return unrolled
	}
	return strconv.Itoa(d.Value)
}

// drawDice draws dice side by side, as many in a row as fit, with their names
// below.
func (r *REPL) drawDice(dice []board.Entity) {
	for row := range slices.Chunk(dice, max(1, (r.Width-1)/(dieWidth+1))) {
		r.diceRow(row)
	}
}

func (r *REPL) diceRow(dice []board.Entity) {
	named := slices.ContainsFunc(dice, func(t board.Entity) bool { return t.Die.Special })
	var columns [][]string
	height := 0
	for _, t := range dice {
		column := append(r.picture(t.Die), center(t.Label, dieWidth, r.ellipsis()))
		if named {
			column = append(column, dieTitle(t)...)
		}
		column = append(column, r.marks(t)...)
		columns = append(columns, column)
		height = max(height, len(column))
	}
	for row := range height {
		line := ""
		for _, column := range columns {
			part := ""
			if row < len(column) {
				part = column[row]
			}
			line += " " + pad(part, dieWidth)
		}
		r.print("%s\n", strings.TrimRight(line, " "))
	}
}

// marks returns the marks below a die, which show its state.
func (r *REPL) marks(t board.Entity) []string {
	var out []string
	for _, m := range []struct {
		holds      bool
		word, code string
	}{{t.Die.Held, r.translator.Translate("held"), greenCode}, {t.Die.Locked, r.translator.Translate("locked"), redCode}, {t.Temporary, r.translator.Translate("for now"), ""}} {
		if m.holds {
			left := strings.Repeat(" ", max(0, (dieWidth-columns(m.word))/2))
			out = append(out, left+r.colored(m.code, m.word))
		}
	}
	return out
}

// dieTitle names a die by its definition, and by its sides if the name does not
// state them, on as many lines as that takes.
func dieTitle(t board.Entity) []string {
	sides := "d" + strconv.Itoa(t.Die.Sides)
	words := strings.Fields(t.Name)
	same := func(word string) bool { return strings.EqualFold(word, sides) }
	if i := slices.IndexFunc(words, same); i >= 0 {
		words[i] = sides
	} else if t.Die.Word == "" {
		words = append(words, sides)
	}
	var out []string
	for _, w := range words {
		if last := len(out) - 1; last >= 0 && columns(out[last])+1+columns(w) <= dieWidth {
			out[last] += " " + w
		} else {
			out = append(out, w)
		}
	}
	for i := range out {
		out[i] = center(out[i], dieWidth, "")
	}
	return out
}
