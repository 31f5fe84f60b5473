package lint_test

import (
	"strings"
	"testing"
)

// TestGapsOfOtherLanguages checks that a parameter written into a text as in other
// languages is reported once, with how to write it, and that gaps and other braces are not.
func TestGapsOfOtherLanguages(t *testing.T) {
	for _, wrong := range []string{"{ lanes }", "{lanes", "{lanes:d}", "{lanes }", "{}", "{{lanes}}", "%d", "{lanes!r}"} {
		got := found(t, "", "", "text: Sail.", `text: "Sail over `+wrong+` to port."`)
		if strings.Count(got, "a text shows a parameter") != 1 || !strings.Contains(got, "as {lanes}, not as "+wrong+"\n") || !strings.Contains(got, "game.yaml:5:18:") {
			t.Errorf("%s: got\n%s", wrong, got)
		}
	}
	for _, right := range []string{"{lanes}", "${lanes}", "{lanes|lane|lanes}", "{=game.lanes}", "{=game.lanes + 1|lane|lanes}", "{ sloops }", "50 %", "50%d", "{1, 2}"} {
		if got := found(t, "", "", "text: Sail.", `text: "Sail over `+right+` to port."`); strings.Contains(got, "a text shows") {
			t.Errorf("%s: got\n%s", right, got)
		}
	}
}
