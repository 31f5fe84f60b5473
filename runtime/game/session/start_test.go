package session_test

import (
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// TestTheInitialPhase checks that every
// game begins in a phase.
func TestTheInitialPhase(t *testing.T) {
	for start, want := range map[string]string{
		"":                                     "dawn",
		"start = function() end,":              "dawn",
		`start = function() say("hello") end,`: "dawn",
		`start = function() enter_phase("dusk") end,`: "dusk",
	} {
		text := "{kind: game, id: day, actions: {wait: {}}, phases: {dawn: {actions: [wait]}, dusk: {actions: [wait]}}, lua: '" +
			"return {" + start + " do_wait = function() end}'}"
		catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/day/game.yaml": {Data: []byte(text)}}}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		c, problems := rules.Build(catalog, nil)
		if c == nil {
			t.Fatal(problems)
		}
		s, problem := session.New(c, "day", session.Options{})
		if problem != nil {
			t.Fatal(problem)
		}
		if got := s.Phase().Name; got != want {
			t.Errorf("with %q the game begins in phase %s, expected %s", start, got, want)
		}
		if r := s.Run("wait"); !r.OK() {
			t.Errorf("with %q: %s %v", start, r.Refusal, r.Problem)
		}
	}
}
