package protocol

import (
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
)

// TestBeginDuringReload checks that a session started while other content goes
// live ends up on that content, however the two overlap.
func TestBeginDuringReload(t *testing.T) {
	const game = "kind: game\nid: g\nname: G\nlua: |\n  return { start = function() end, do_go = function() end }\nactions: {go: {}}\nphases: {p: {actions: [go]}}\n"
	build := func(text string) *rules.Content {
		catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/g/game.yaml": {Data: []byte(text)}}}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		c, problems := rules.Build(catalog, nil)
		if c == nil {
			t.Fatal(problems)
		}
		return c
	}
	before, after := build(game), build(game+"text: New.\n")
	s := NewServer(Options{Content: before})
	begun, problem := session.New(s.live(), "g", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	s.HandleEdit(reload.Outcome[*rules.Content]{Value: after, Published: true})
	opened, err := s.add(begun, before)
	if err != nil {
		t.Fatal(err)
	}
	if opened.session.Content() != after {
		t.Error("the session stays on the old content")
	}
}
