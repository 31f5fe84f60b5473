package repl

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
)

func candidates(group string, n int) (all []Candidate) {
	for i := range n {
		all = append(all, Candidate{Word: "word" + strconv.Itoa(10+i), About: "what it is", Group: group})
	}
	return all
}

// TestMenuFitsTheRows checks that completion does not push the prompt off the
// screen.
func TestMenuFitsTheRows(t *testing.T) {
	all := append(append(candidates("few", 3), candidates("many", 40)...), candidates("more", 60)...)
	for rows := range 120 {
		height := 0
		for _, g := range grouped(fit(all, 80, rows)) {
			height += g.height(80)
		}
		if height > rows {
			t.Errorf("of %d rows the menu takes %d", rows, height)
		}
	}
}

// TestMenuDropsDescriptionsFirst checks what is dropped first if there is too
// much: the descriptions of long lists, then the last lists.
func TestMenuDropsDescriptionsFirst(t *testing.T) {
	all := append(append(candidates("few", 3), candidates("many", 40)...), candidates("more", 60)...)
	for _, c := range []struct {
		rows   int
		groups []string
		told   []bool
	}{
		{106, []string{"few", "many", "more"}, []bool{true, true, true}},
		{105, []string{"few", "many", "more"}, []bool{true, true, false}},
		{40, []string{"few", "many", "more"}, []bool{true, false, false}},
		{16, []string{"few", "many"}, []bool{false, false}},
	} {
		groups := grouped(fit(all, 80, c.rows))
		if len(groups) != len(c.groups) {
			t.Errorf("%d rows: %d groups, expected %d", c.rows, len(groups), len(c.groups))
			continue
		}
		for i, g := range groups {
			if g.name != c.groups[i] || g.described() != c.told[i] {
				t.Errorf("%d rows: %s, described %t; expected %s, %t", c.rows, g.name, g.described(), c.groups[i], c.told[i])
			}
		}
	}
}

// TestMenuHeightMatchesFit checks that the height computed by fit is the height
// drawn, and that no line is wider than the terminal.
func TestMenuHeightMatchesFit(t *testing.T) {
	all := append(append(candidates("few", 3), candidates("many", 40)...), candidates("more", 60)...)
	for _, width := range []int{40, 80, 120} {
		for _, rows := range []int{5, 20, 60, 200} {
			var out bytes.Buffer
			r := &REPL{Options: Options{Out: &out, Width: width}}
			r.drawMenu(all, rows)
			if n := bytes.Count(out.Bytes(), []byte("\n")); n > rows {
				t.Errorf("%d rows of %d: %s", n, rows, out.String())
			}
			for line := range strings.Lines(out.String()) {
				if columns(strings.TrimRight(line, "\n")) > width {
					t.Errorf("wider than %d: %q", width, line)
				}
			}
		}
	}
}

// TestTabCompletesTheCommonPrefix checks how far a word is completed.
func TestTabCompletesTheCommonPrefix(t *testing.T) {
	for want, words := range map[string][]string{
		"state": {"state"}, "st": {"state", "strike"}, "": {"state", "legal"}, "ét": {"été", "état"},
	} {
		var all []Candidate
		for _, w := range words {
			all = append(all, Candidate{Word: w})
		}
		if got := commonPrefix(all); got != want {
			t.Errorf("%q: %q, expected %q", words, got, want)
		}
	}
}
