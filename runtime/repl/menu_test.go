package repl

import (
	"strconv"
	"testing"
)

func candidates(group string, n int) (all []Candidate) {
	for i := range n {
		all = append(all, Candidate{Word: "word" + strconv.Itoa(10+i), About: "what it is", Group: group})
	}
	return all
}

// TestAMenuNeverTakesMoreRowsThanThereAre holds that completion does not push
// the prompt out of the window.
func TestAMenuNeverTakesMoreRowsThanThereAre(t *testing.T) {
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

// TestAMenuTellsAsMuchAsFits holds what goes first when there is too much: the
// descriptions of long lists, then the last lists.
func TestAMenuTellsAsMuchAsFits(t *testing.T) {
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
