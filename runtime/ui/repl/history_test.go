package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestHistoryKeepsLines checks that typed lines are available in the next
// session, latest first, without repetitions.
func TestHistoryKeepsLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "history")
	h := openHistory(file)
	for _, line := range []string{"state", "", "  ", "legal", "legal", " legal ", "state"} {
		h.Add(line)
	}
	for _, h := range []*history{h, openHistory(file)} {
		var got []string
		for i := range h.Len() {
			got = append(got, h.At(i))
		}
		if want := []string{"state", "legal", "state"}; !slices.Equal(got, want) {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// TestHistoryIsBounded checks that a history does not grow without bound,
// neither in memory nor on disk.
func TestHistoryIsBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "history")
	h := openHistory(file)
	for i := range 3 * maxHistory {
		h.Add("undo " + strconv.Itoa(i))
	}
	if h.Len() != maxHistory {
		t.Errorf("%d lines are kept", h.Len())
	}
	again := openHistory(file)
	data, err := os.ReadFile(file)
	must(t, err)
	if n := strings.Count(string(data), "\n"); again.Len() != maxHistory || n != maxHistory || again.At(0) != h.At(0) {
		t.Errorf("%d lines, %d in the file, the last %q", again.Len(), n, again.At(0))
	}
}

// TestHistoryWithoutAFile checks that a history that cannot be written is lost
// at the end, and nothing else fails.
func TestHistoryWithoutAFile(t *testing.T) {
	inTheWay := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(inTheWay, nil, 0o600))
	for _, file := range []string{"", filepath.Join(inTheWay, "history"), t.TempDir()} {
		h := openHistory(file)
		h.Add("state")
		if h.Len() != 1 || h.At(0) != "state" {
			t.Errorf("%q: %d lines", file, h.Len())
		}
	}
}
