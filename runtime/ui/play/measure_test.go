package play

import (
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// parts are what random lines are made of: what measure counts, what only the
// library can, and what changes the character before it.
var parts = []string{"a", " ", "~", "é", "ÿ", "\u00ad", "©", "®", "─", "╿", "\x1b[1m", "\x1b[38;5;1m", "\x1b[38:2:1:2:3m", "\x1b[2K", "\x1b[m", "\x1b]0;m\a", "\x1b", "⚀", "日", "\u0301", "\ufe0f", "\u200d", "👩", "\t", "\xff", "\x7f", "\x9b1m", "👍🏽", "[", "m", "…", "→", "≤", "▸", "\r", "\u200b"}

// TestMeasureAgreesWithTheLibrary checks random lines, and that they are cut as the
// library cuts them.
func TestMeasureAgreesWithTheLibrary(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		line := ""
		for range luck.IntN(6) {
			line += parts[luck.IntN(len(parts))]
		}
		if got, want := measure(line), ansi.StringWidth(line); got != want {
			t.Fatalf("%q has %d columns, not %d", line, got, want)
		}
		columns := luck.IntN(6) - 1
		if got, want := cut(line, columns, "…"), ansi.Truncate(line, columns, "…"); got != want {
			t.Fatalf("%q is cut at %d to %q, not %q", line, columns, got, want)
		}
	}
	for r := rune(' '); r < 0x3000; r++ {
		if got, want := measure(string(r)), ansi.StringWidth(string(r)); got != want {
			t.Errorf("%q has %d columns, not %d", r, got, want)
		}
	}
}

// TestInksAreStyles checks that an ink draws any text as its style does.
func TestInksAreStyles(t *testing.T) {
	luck, texts := rand.New(rand.NewPCG(3, 4)), 20_000
	if testing.Short() {
		texts = 2_000
	}
	for range texts {
		text := ""
		for range luck.IntN(5) {
			text += append(parts, "\n", "\r\n")[luck.IntN(len(parts)+2)]
		}
		for _, k := range []ink{loud, faint, chosen, keyed, alarm, color("208")} {
			if got, want := k.Render(text), k.style.Render(text); got != want {
				t.Fatalf("%q is drawn as %q, not as %q", text, got, want)
			}
		}
	}
}
