package session_test

import "testing"

// TestACommandIsFormattedAfterItsItemIsGone formats the use of an item that is
// used up, as programs do that print a log later.
func TestACommandIsFormattedAfterItsItemIsGone(t *testing.T) {
	s := play(t)
	c, refusal, problem := s.Parse("use coin")
	if refusal != nil || problem != nil {
		t.Fatal(refusal, problem)
	}
	if got := s.Format(c); got != "use coin" {
		t.Errorf("before, it is %q", got)
	}
	if r := s.Do(c); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	if got := s.Format(c); got != "use (gone)" {
		t.Errorf("afterwards, it is %q", got)
	}
}
