package sim

import (
	"cmp"
	"slices"
)

// Range is the numbers of games from the first (included) to the second (left
// out).
type Range [2]int

// Ranges are numbers of games: ranges in order that neither overlap nor touch.
type Ranges []Range

// N returns how many numbers there are.
func (r Ranges) N() int {
	n := 0
	for _, x := range r {
		n += x[1] - x[0]
	}
	return n
}

// Has tells whether any number of a range is among them.
func (r Ranges) Has(x Range) bool {
	return slices.ContainsFunc(r, func(y Range) bool { return y[0] < x[1] && x[0] < y[1] })
}

// Without returns what of a range is not among them.
func (r Ranges) Without(x Range) Ranges {
	var out Ranges
	for _, y := range r {
		if y[1] <= x[0] || x[1] <= y[0] {
			continue
		}
		if x[0] < y[0] {
			out = append(out, Range{x[0], y[0]})
		}
		x[0] = y[1]
	}
	if x[0] < x[1] {
		out = append(out, x)
	}
	return out
}

// add takes a range in, of which no number is among them.
func (r Ranges) add(x Range) Ranges {
	i, _ := slices.BinarySearchFunc(r, x, func(a, b Range) int { return cmp.Compare(a[0], b[0]) })
	r = slices.Insert(r, i, x)
	if i+1 < len(r) && r[i][1] == r[i+1][0] {
		r[i][1] = r[i+1][1]
		r = slices.Delete(r, i+1, i+2)
	}
	if i > 0 && r[i-1][1] == r[i][0] {
		r[i-1][1] = r[i][1]
		r = slices.Delete(r, i, i+1)
	}
	return r
}
