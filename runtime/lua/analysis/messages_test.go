package analysis

import "testing"

// TestRangesInWords checks how messages write the range of a number.
func TestRangesInWords(t *testing.T) {
	for want, r := range map[string][2]float64{
		"from 1 to 6":           {1, 6},
		"from -1.5 to 0":        {-1.5, 0},
		"from 1 on":             {1, 1<<31 - 1},
		"from 2 on":             {2, 1 << 31},
		"from 1 to 2147483646":  {1, 1<<31 - 2},
		"up to 9":               {1 - 1<<31, 9},
		"up to 8":               {-1 << 31, 8},
		"from -2147483646 to 9": {2 - 1<<31, 9},
	} {
		if got := span(r[0], r[1]); got != want {
			t.Errorf("%v is written %q, want %q", r, got, want)
		}
	}
	for want, s := range map[string]Signature{
		"f()":            {},
		"f(a)":           {Params: []Param{{Name: "a"}}},
		"f(a, b)":        {Params: []Param{{Name: "a"}, {Name: "b"}}},
		"f([a])":         {Params: []Param{{Name: "a", Optional: true}}},
		"f(a[, b[, c]])": {Params: []Param{{Name: "a"}, {Name: "b", Optional: true}, {Name: "c", Optional: true}}},
		"f(a[, b], …)":   {Params: []Param{{Name: "a"}, {Name: "b", Optional: true}}, Variadic: true},
	} {
		if got := s.usage("f"); got != want {
			t.Errorf("it is called as %s, want %s", got, want)
		}
	}
}
