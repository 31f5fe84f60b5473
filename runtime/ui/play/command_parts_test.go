package play

import "testing"

// TestCommandsInWords checks the text of commands for players: all words, for
// other players only what they may know, and for an answer to a question of the
// game only the picks.
func TestCommandsInWords(t *testing.T) {
	nudge := commandParts{{"use nudge", "Nudge"}, {"d1", "[4] d6"}, {"+1", "+1"}}
	for _, c := range []struct {
		p           commandParts
		told        string
		own, others string
	}{
		{nil, "pass", "", "pass"},
		{nudge[:1], "use nudge", "Nudge", "Nudge"},
		{nudge, "use nudge d1 +1", "Nudge: [4] d6, +1", "Nudge d1 +1"},
		{nudge, "…", "Nudge: [4] d6, +1", "…"},
		{nudge, "use nudger d1", "Nudge: [4] d6, +1", "use nudger d1"},
		{commandParts{{word: "choose"}, {"a", "Anchor"}, {"b", "Bell"}}, "choose a b", "Anchor, Bell", "choose a b"},
	} {
		if own, others := c.p.forPlayer(), c.p.forOthers(c.told); own != c.own || others != c.others {
			t.Errorf("%v, told %q: %q and %q, expected %q and %q", c.p, c.told, own, others, c.own, c.others)
		}
	}
}
