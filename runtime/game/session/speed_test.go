//go:build !race

package session_test

import "testing"

// The performance targets. Times are compared within one run; the limits leave
// room for other machines. BenchmarkCommand reports the figures.
const (
	hookAllocations    = 0
	commandAllocations = 10
	hookTimes          = 2.5 // the target is 1.5
	commandTimes       = 40  // the target is 25
)

func TestAHookIsCalledWithoutAllocating(t *testing.T) {
	call := hook(t)
	if n := testing.AllocsPerRun(1000, func() { call() }); n > hookAllocations {
		t.Errorf("a hook of two API calls allocates %v times, not %d", n, hookAllocations)
	}
}

func TestACommandAllocatesLittle(t *testing.T) {
	do := nudge(t, nil)
	if n := testing.AllocsPerRun(1000, func() { do() }); n > commandAllocations {
		t.Errorf("a command allocates %v times, more than %d", n, commandAllocations)
	}
}

func TestACommandCostsLittleMoreThanItsScriptOnABareVM(t *testing.T) {
	protected, _ := bare(t)
	call, do := hook(t), nudge(t, nil)
	best := fastest(protected, func() { call() }, func() { do() })
	of := func(i int) float64 { return float64(best[i]) / float64(best[0]) }
	t.Logf("bare %v, engine %.2f ×, a command %.1f ×", best[0], of(1), of(2))
	if of(1) > hookTimes || of(2) > commandTimes {
		t.Errorf("a hook takes %.2f times what it takes on a bare VM, a command %.1f times; at most %v and %v", of(1), of(2), hookTimes, commandTimes)
	}
}
