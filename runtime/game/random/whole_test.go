package random_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/random"
)

// TestLargeRangesAreGolden checks the numbers drawn from ranges so large that
// some draws are rejected, and the draws after them.
func TestLargeRangesAreGolden(t *testing.T) {
	s := random.New(11, "large")
	var got []string
	for _, n := range []uint64{1<<63 + 1, 3 << 62, 1<<64 - 1, 1<<63 + 1, 5 << 61, 1<<63 + 1} {
		got = append(got, fmt.Sprint(s.Below(n)))
	}
	got = append(got, fmt.Sprint(s.Unit()), fmt.Sprint(s.Unit()))
	if text := strings.Join(got, " "); text != large {
		t.Errorf("drawn are %s", text)
	}
	if problem := s.UnmarshalText([]byte("x")); problem == nil || !strings.HasPrefix(problem.Error(), "random stream: ") {
		t.Errorf("a broken position gives %v", problem)
	}
}

// large lists the expected draws.
const large = "4947752810095712490 13823852070992519135 11506763493621855373 1979495315401222996 8127774542714994787 5040166809480688761 0.1795346819393263 0.9837114854452855"
