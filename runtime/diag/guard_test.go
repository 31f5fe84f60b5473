package diag_test

import (
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// TestGuardReportsPanics checks that a panic becomes an engine bug with the stack
// where it began, even if another goroutine passed it on, and that problems are
// returned unchanged.
func TestGuardReportsPanics(t *testing.T) {
	one := diag.List{diag.New("content/rule", diag.Place{File: "a.yaml"}, "it is wrong")}
	if got := diag.Guard("checking", func() diag.List { return one }); len(got) != 1 || got[0].Code != "content/rule" {
		t.Errorf("%v", got)
	}
	passed := func() (p *diag.Panic) {
		defer func() { p = diag.Recovered(recover()) }()
		planted(nil)
		return nil
	}()
	for name, check := range map[string]func() diag.List{
		"here":      func() diag.List { return planted(nil) },
		"passed on": func() diag.List { panic(passed) },
	} {
		got := diag.Guard("checking the content", check)
		if len(got) != 1 || got[0].Code != "engine/internal" || got[0].Severity != diag.Error ||
			got[0].Message.String() != "checking the content failed: assignment to entry in nil map" ||
			!strings.Contains(got[0].Hint.String(), "guard_test.go") || !strings.Contains(got[0].Hint.String(), "planted") {
			t.Errorf("%s: %v, %s", name, got, got[0].Hint)
		}
	}
	if text := passed.Error(); !strings.HasPrefix(text, "assignment to entry in nil map\n\ngoroutine ") {
		t.Error(text)
	}
}

func planted(m map[string]bool) diag.List {
	m["planted"] = true
	return nil
}
