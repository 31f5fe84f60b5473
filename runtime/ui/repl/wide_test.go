package repl

import (
	"bytes"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Characters that take two columns, or none, keep lines within the terminal's
// width and columns below each other; sentences without spaces are broken too.
func TestWideCharactersKeepTheirColumns(t *testing.T) {
	for _, width := range []int{40, 80} {
		s := stage{t: t, files: workspace(t)}
		var out bytes.Buffer
		s.start("tavern", Options{Out: &out, Seed: 7, Width: width})
		out.Reset()
		r := s.repl
		r.text("説明  ", strings.Repeat("敵一体に３ダメージを与える。", 9)+" "+strings.Repeat("👨‍👩‍👧‍👦🐉", 20))
		r.flow("手札  ", ", ", []string{"一刀両断", "Fire 火 🔥", "é́", strings.Repeat("龍", 50)})
		for i, row := range strings.Split(strings.TrimRight(out.String(), "\n"), "\n") {
			if n := ansi.StringWidth(row); n > width {
				t.Errorf("%d columns: %q takes %d", width, row, n)
			}
			if head := strings.HasPrefix(row, "説明  ") || strings.HasPrefix(row, "手札  "); !head && (!strings.HasPrefix(row, "      ") || row[6] == ' ') {
				t.Errorf("%d columns: line %d, %q, does not begin below the first", width, i+1, row)
			}
		}
		if joined := strings.Join(strings.Fields(out.String()), ""); !strings.Contains(joined, strings.Repeat("龍", 50)) || !strings.Contains(joined, strings.Repeat("👨‍👩‍👧‍👦🐉", 20)) {
			t.Errorf("%d columns: something is missing in\n%s", width, out.String())
		}
		for text, cut := range map[string]string{"深淵の古龍": "深淵…", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦": "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…", "plain": "plain"} {
			if got := short(text, 5, "…"); got != cut {
				t.Errorf("%q is cut to %q, want %q", text, got, cut)
			}
		}
	}
}

// On a terminal that does not understand escape codes, people type at a plain
// prompt.
func TestPlainInputIsPrompted(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	var out bytes.Buffer
	s.start("tavern", Options{Out: &out, Seed: 7, Width: 80, Interactive: true})
	out.Reset()
	if err := s.repl.RunLines(strings.NewReader("hp\nquit\n"), true); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.HasPrefix(got, "play> ") || strings.Count(got, "play> ") != 2 || strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
}
