package yaml_test

import (
	"bytes"
	"slices"
	"testing"

	"sleight/runtime/content/yaml"
)

// TestLinesFrom checks that LinesFrom returns the lines of Lines from a given
// one on.
func TestLinesFrom(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n", "\n\n", "a\r\nb\r\n", "a\nb\r", "\r\n", "one\n\n\ntwo"} {
		all := yaml.Lines([]byte(text))
		for i := range len(all) + 2 {
			got := slices.Collect(yaml.LinesFrom([]byte(text), i))
			if want := all[min(i, len(all)):]; !slices.EqualFunc(got, want, bytes.Equal) {
				t.Errorf("%q from line %d: got %q, want %q", text, i, got, want)
			}
		}
		for range yaml.LinesFrom([]byte(text), 0) {
			break // iteration can stop early
		}
	}
}
