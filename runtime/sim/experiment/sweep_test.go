package experiment

import (
	"slices"
	"testing"

	"sleight/tests/heap"
)

// TestSweepsAreCountedBeforeAllocation checks that a sweep of too many values
// is refused without allocating memory for them.
func TestSweepsAreCountedBeforeAllocation(t *testing.T) {
	long := make([]byte, 1<<20)
	for i := range long {
		long[i] = ",."[i%2]
	}
	for text, want := range map[string]error{
		"1..100000000000..1": errTooMany, "0..200..1": errTooMany, "1..2..1e-300": errTooMany,
		"-1.7e308..1.7e308": errNoRange, "-1.7e308..1.7e308..1": errNoRange, "2..1": errNoRange, "1..2..0": errNoRange,
		"1..2..-1": errNoRange, "1..2..3..4": errNoRange, "1..": nil, "": nil, "..": nil, "NaN": nil, "1..Inf": nil,
	} {
		var values []float64
		var err error
		taken := heap.Allocated(func() { values, err = parsePoints(text) })
		if err == nil || want != nil && err != want || len(values) > 0 {
			t.Errorf("%q gives %d values and the error %v, expected %v", text, len(values), err, want)
		}
		if taken > 64<<10 {
			t.Errorf("%q takes %d bytes", text, taken)
		}
	}
	if _, err := parsePoints(string(long)); err == nil {
		t.Error("a megabyte of commas is accepted as a sweep")
	}
	for text, want := range map[string][]float64{
		"1..3": {1, 2, 3}, "0..0.3..0.1": {0, 0.1, 0.2, 0.3}, "3,1,3": {1, 3}, "1e300..2e300..5e299": {1e300, 1.5e300, 2e300},
	} {
		if got, err := parsePoints(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q gives %v, %v", text, got, err)
		}
	}
	if values, err := parsePoints("0..199..1"); err != nil || len(values) != maxPoints {
		t.Errorf("%d values are refused: %v", maxPoints, err)
	}
}
