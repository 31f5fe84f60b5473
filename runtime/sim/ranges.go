package sim

import (
	"cmp"
	"slices"
)

// Range holds game numbers from the first (inclusive) to the second
// (exclusive).
type Range [2]int

// Ranges is a set of game numbers: sorted ranges that neither overlap nor
// touch.
type Ranges []Range

// N returns the number of games in the ranges.
func (r Ranges) N() int {
	n := 0
	for _, x := range r {
		n += x[1] - x[0]
	}
	return n
}

// Has reports whether the ranges contain any number of x.
func (r Ranges) Has(x Range) bool {
	return slices.ContainsFunc(r, func(y Range) bool { return y[0] < x[1] && x[0] < y[1] })
}

// Without returns the part of x that is not in the ranges.
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

// add returns the ranges with x added. They must not contain any number of x.
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
