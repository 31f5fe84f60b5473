package cli

import (
	"io"
	"testing"
	"time"
)

// TestProgressWithoutATerminal checks that a long run reports the finished games at every
// tick, even before the first is finished, and nothing after its end.
func TestProgressWithoutATerminal(t *testing.T) {
	out, w := io.Pipe()
	ticks := make(chan time.Time)
	progress, finish := reportProgress(w, 12, ticks)
	read := func(want string) {
		t.Helper()
		line := make([]byte, 100)
		n, err := out.Read(line)
		if got := string(line[:n]); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	ticks <- time.Time{}
	read("0 of 12 games so far\n")
	progress(7)
	ticks <- time.Time{}
	read("7 of 12 games so far\n")
	finish()
	select {
	case ticks <- time.Time{}:
		t.Error("the progress is still followed after the end")
	default:
	}
}

// TestProgressCountsTheGamesOfAllVariants checks that an experiment's progress counts all
// of its games, not those of one variant.
func TestProgressCountsTheGamesOfAllVariants(t *testing.T) {
	got := 0
	ofVariants(30, func(done int) { got = done })(3)
	if got != 90 || ofVariants(30, nil) != nil {
		t.Errorf("3 games of each of 30 variants are %d", got)
	}
}
