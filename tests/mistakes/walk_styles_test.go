package mistakes

import (
	"os"
	"strings"
	"testing"
)

// TestUnusualStylesAreNotReported writes parts of the small game of
// TestMistakesOneByOne in each of the valid but unusual styles of
// testdata/styles.txt. Any finding is a false alarm.
func TestUnusualStylesAreNotReported(t *testing.T) {
	text, err := os.ReadFile("testdata/styles.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for entry := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n====\n") {
		head, rest, _ := strings.Cut(entry, "\n")
		old, now, ok := strings.Cut(rest, "\n=>\n")
		if !ok {
			t.Fatalf("%q has no =>", entry)
		}
		file, what, _ := strings.Cut(head, ": ")
		n++
		if report := reported(t, file, old, now); report != "" {
			t.Errorf("%s: %s:\n%s", what, now, report)
		}
	}
	t.Logf("%d styles", n)
}
