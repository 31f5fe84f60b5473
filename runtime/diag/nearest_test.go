package diag

import "testing"

// TestSuggestFixesOnlyCertainNames checks that a name is fixed only if it has a single
// possible meaning.
func TestSuggestFixesOnlyCertainNames(t *testing.T) {
	known := []string{"abxyef", "abcdxy", "roll_die", "roll_dice", "flip_die", "gold", "hp", "mp"}
	for name, want := range map[string]string{
		"roll_dye":  "roll_die",  // one slip; roll_dice would be two
		"rol_dice":  "roll_dice", // one slip; roll_die would be two
		"roll_diec": "",          // one slip from both
		"flpi_dei":  "flip_die",  // two slips, and nothing else is near
		"golf":      "gold",
		"xp":        "", // too short to be certain
		"abcdef":    "", // two slips from both
		"nothing":   "",
		"flip_die]": "", // a list lacks its bracket
	} {
		d := New("script/unknown-global", Place{}, "unknown name %q", name).Suggest(name, known)
		got := ""
		for _, e := range d.Edits {
			got = e.New
		}
		if got != want {
			t.Errorf("%s: the fix is %q, want %q", name, got, want)
		}
	}
}

// TestShortNamesAreNotFixed checks that a name of two letters is never certain, even if
// only one is near.
func TestShortNamesAreNotFixed(t *testing.T) {
	for name, sure := range map[string]bool{"xp": false, "hpx": true} {
		d := New("content/type", Place{}, "x").Suggest(name, []string{"hp"})
		if d.Hint.String() != `did you mean "hp"?` || (d.Edits != nil) != sure {
			t.Errorf("%s: %v", name, d)
		}
	}
}
