package repl

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// fit limits a menu of candidates to the given number of rows. The groups with
// the most words lose their descriptions first, so that they can be listed in
// columns; what still does not fit is dropped from the end.
func fit(all []Candidate, width, rows int) []Candidate {
	for {
		groups := grouped(all)
		height := 0
		for _, g := range groups {
			height += g.height(width)
		}
		if height <= rows || len(all) == 0 {
			return all
		}
		described := slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return !g.described() })
		if len(described) == 0 {
			all = slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return c.Group == groups[len(groups)-1].name })
			continue
		}
		longest := slices.MaxFunc(described, func(a, b group) int { return len(a.words) - len(b.words) })
		all = slices.Clone(all)
		for i := range all {
			if all[i].Group == longest.name {
				all[i].About = ""
			}
		}
	}
}

// group holds the candidates under one heading.
type group struct {
	name  string
	words []Candidate
}

func grouped(all []Candidate) (groups []group) {
	for _, c := range all {
		i := slices.IndexFunc(groups, func(g group) bool { return g.name == c.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{name: c.Group})
		}
		groups[i].words = append(groups[i].words, c)
	}
	return groups
}

func (g group) described() bool {
	return slices.ContainsFunc(g.words, func(c Candidate) bool { return c.About != "" })
}

// height returns how many rows the group takes, heading included.
func (g group) height(width int) int {
	if g.described() {
		return 1 + len(g.words)
	}
	columns := max(1, width/(widest(g.words, Candidate.word)+columnGap))
	return 1 + (len(g.words)+columns-1)/columns
}

// columnGap is the number of columns between words without descriptions.
const columnGap = 3

// drawMenu lists candidates by group, in no more rows than given.
func (r *REPL) drawMenu(all []Candidate, rows int) {
	for _, g := range grouped(fit(all, r.Width, rows)) {
		if g.name != "" {
			r.print("%s\n", r.cyan(g.name))
		}
		width := widest(g.words, Candidate.word)
		if !g.described() {
			g.draw(r, width)
			continue
		}
		for _, c := range g.words {
			about := strings.ReplaceAll(c.About, "\n", " ")
			r.print("  %s  %s\n", pad(c.Word, width), r.dim(short(about, max(0, r.Width-width-4), r.ellipsis())))
		}
	}
}

// draw lists the words of a group in columns.
func (g group) draw(r *REPL, width int) {
	perRow := max(1, r.Width/(width+columnGap))
	for row := range slices.Chunk(g.words, perRow) {
		line := ""
		for _, c := range row {
			line += "  " + pad(c.Word, width)
		}
		r.print("%s\n", strings.TrimRight(line, " "))
	}
}

// commonPrefix returns the longest common prefix of all candidates.
func commonPrefix(all []Candidate) string {
	out := all[0].Word
	for _, c := range all[1:] {
		for !strings.HasPrefix(c.Word, out) {
			_, last := utf8.DecodeLastRuneInString(out)
			out = out[:len(out)-last]
		}
	}
	return out
}
