package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

const (
	// manyProblems is the number of problems that somebody can read one by one.
	manyProblems = 20
	// mostFrequent is the number of messages that frequent lists.
	mostFrequent = 5
)

// frequent lists the messages that many problems have in common, the most frequent
// first: they may have one cause. It returns "" if there are few problems, or no
// message occurs several times.
func frequent(list diag.List) string {
	if len(list) <= manyProblems {
		return ""
	}
	type message struct{ code, text string }
	counts, files := map[message]int{}, map[message]map[string]bool{}
	var order []message
	for _, d := range list {
		m := message{d.Code, oneLine(d.Message.String())}
		if counts[m]++; counts[m] == 1 {
			order, files[m] = append(order, m), map[string]bool{}
		}
		files[m][d.Place.File] = true
	}
	slices.SortStableFunc(order, func(a, b message) int { return cmp.Compare(counts[b], counts[a]) })
	var out strings.Builder
	for _, m := range order[:min(len(order), mostFrequent)] {
		if counts[m] == 1 {
			break
		}
		in := "1 file"
		if n := len(files[m]); n > 1 {
			in = fmt.Sprintf("%d files", n)
		}
		fmt.Fprintf(&out, "%6d × %s [%s], in %s\n", counts[m], m.text, m.code, in)
	}
	return out.String()
}
