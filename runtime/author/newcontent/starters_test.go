package newcontent

import (
	"fmt"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// TestEveryTemplateIsPlayable checks that every template is content without a
// problem, that its tests pass, and that its games end, for any number of
// players.
func TestEveryTemplateIsPlayable(t *testing.T) {
	for _, like := range StarterGames() {
		t.Run(like, func(t *testing.T) {
			files, err := Files(Request{Kind: "game", ID: "mine", Pack: "mine", Template: like, Schema: []byte(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			tree := fstest.MapFS{}
			for _, f := range files {
				if !f.Shared {
					tree[f.Name] = &fstest.MapFile{Data: f.Text}
				}
			}
			catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
			if catalog == nil || len(problems) > 0 {
				t.Fatal(problems)
			}
			c, problems := rules.Build(catalog, nil)
			if c == nil || len(problems) > 0 {
				t.Fatal(problems)
			}
			if found := lint.Run(c, func(file string) ([]byte, bool) {
				f, ok := tree[file]
				if !ok {
					return nil, false
				}
				return f.Data, true
			}); len(found) > 0 {
				t.Error(found)
			}
			results := contenttest.Run(t.Context(), c, contenttest.Options{})
			if failures := contenttest.Failures(results); len(failures) > 0 || len(results) < 4 {
				t.Errorf("%d tests, %v", len(results), failures)
			}
			g := c.Games()[0]
			for players := g.MinPlayers; players <= g.MaxPlayers; players++ {
				for seed := range uint64(20) {
					if problem := playOut(c, session.Options{Seed: seed, Players: players}); problem != "" {
						t.Fatalf("seed %d, %d players: %s", seed, players, problem)
					}
				}
			}
		})
	}
}

// playOut plays a game at random and returns what prevents a proper end, if
// anything.
func playOut(c *rules.Content, o session.Options) string {
	const most = 2000
	s, problem := session.New(c, "mine", o)
	if problem != nil {
		return problem.Error()
	}
	luck := random.New(o.Seed, "bot")
	for range most {
		if problem := s.Examine(); problem != nil {
			return problem.Error()
		}
		if s.Over() {
			return ""
		}
		command, ok, problem := s.Sample(&luck)
		if !ok {
			return fmt.Sprint("no command is legal: ", problem)
		}
		if r := s.Do(command); !r.OK() {
			return fmt.Sprintf("%s: %v %v", s.Format(command), r.Refusal, r.Problem)
		}
	}
	return "it does not end"
}

// TestUnknownTemplatesAreRefused checks that the error suggests the nearest
// name.
func TestUnknownTemplatesAreRefused(t *testing.T) {
	for name, want := range map[string]string{
		"dck":  `there is no game template "dck"; did you mean "deck"?`,
		"poem": `there is no game template "poem"; the templates are area, deck, dice, push, trick`,
		"deck": "<nil>",
	} {
		if got := fmt.Sprint(CheckTemplate(name)); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
}
