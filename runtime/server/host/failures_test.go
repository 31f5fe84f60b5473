package host

import (
	"strings"
	"testing"

	"sleight/tests/bazaar"
)

// TestFailuresInViewsGoToTheLog checks that a seat is shown a question mark in place
// of a view whose script fails, and that the host's log says why, once.
func TestFailuresInViewsGoToTheLog(t *testing.T) {
	text := strings.NewReplacer("STEP", "1", "\nactions:\n", "\nviews: {odd: {value: top(\"hand\").worth}}\nactions:\n").Replace(sealed)
	r := openRoom(t, func(o *Options) { o.Content = bazaar.Written(t, "sealed", text) })
	o := r.table(Setup{})
	one, two := r.sit(o.Table, o.Seats[0]), r.sit(o.Table, o.Seats[1])
	one.must("pass")
	two.must("pass")
	one.hear()
	two.hear()
	const why = "has no property or field"
	for _, s := range []*sitter{one, two} {
		if seen := strings.Join(s.heard, "\n"); strings.Contains(seen, why) || !strings.Contains(seen, `"value":"?"`) {
			t.Errorf("a seat is shown\n%s", seen)
		}
	}
	if n := strings.Count(r.log.String(), why); n < 1 || n > 2 { // a ruby, and a pearl
		t.Errorf("the log names the failure %d times:\n%s", n, r.log.String())
	}
}
