package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// The commands that code lenses run.
const (
	runTests    = "sleight.runTests"
	runAllTests = "sleight.runAllTests"
	playFrom    = "sleight.playFrom"
	worth       = "sleight.worth"
)

func commands() []string { return []string{runTests, runAllTests, playFrom, worth} }

// worthGames is the number of games that are played to measure a definition.
const worthGames = 400

// CodeLens offers to run the tests of definitions, to play from the situation
// of a test, and to measure the worth of a definition.
func (s *server) CodeLens(_ context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	built := s.current()
	if !ok || built.content == nil {
		return nil, nil
	}
	out := []protocol.CodeLens{}
	for _, d := range built.content.Catalog.All() {
		if d.Place.File != name {
			continue
		}
		tests := d.Data.All("tests")
		add := func(node *def.Node, title, command, test string) {
			whole, _ := json.Marshal([]string{d.Pack, d.Key(), test})
			at := d.Place
			if node != nil {
				at = node.Place()
			}
			out = append(out, protocol.CodeLens{Range: rangeOf(text, at), Command: protocol.Command{
				Title: title, Command: command, Arguments: []protocol.LSPAny{protocol.LSPAny(whole)},
			}})
		}
		if len(tests) > 0 {
			title := fmt.Sprintf("▶ run %d tests", len(tests))
			if len(tests) == 1 {
				title = "▶ run 1 test"
			}
			add(nil, title, runTests, "")
		}
		if g := built.content.GameOf(d); g != nil && d != g.Definition && g.Item(d.Key()) != nil {
			add(nil, "what is it worth?", worth, "")
		}
		for _, test := range tests {
			if test.Place().File == name {
				add(test, "▶ run", runTests, test.TextOr("name", ""))
				add(test, "play from here", playFrom, test.TextOr("name", ""))
			}
		}
	}
	return out, nil
}

// ExecuteCommand runs a code lens and reports the result.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var which [3]string
	switch {
	case !slices.Contains(commands(), p.Command):
		return nil, fmt.Errorf("unknown command %q", p.Command)
	case p.Command == runAllTests:
	case len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &which) != nil:
		return nil, fmt.Errorf("%s takes a list: pack, kind/id, test", p.Command)
	}
	if err := s.waitForBuild(ctx); err != nil {
		return nil, err
	}
	built := s.current()
	if built.content == nil {
		return nil, fmt.Errorf("tests can be run once the errors in the content are fixed")
	}
	if p.Command == playFrom || p.Command == worth {
		d, ok := built.content.Catalog.Get(which[0] + ":" + which[1])
		if !ok {
			return nil, fmt.Errorf("unknown definition %q in pack %s", which[1], which[0])
		}
		if p.Command == worth {
			return s.measureWorth(ctx, built.content, d)
		}
		return s.saveSituation(ctx, built.content, d, which[2])
	}
	results := contenttest.Run(ctx, built.content, contenttest.Options{Filter: func(d *def.Definition) bool {
		return which[1] == "" && !isReadOnly(d.Place.File) || d.Pack == which[0] && d.Key() == which[1]
	}})
	if which[2] != "" {
		results = slices.DeleteFunc(results, func(r contenttest.Result) bool { return r.Name != which[2] })
	}
	return s.reportTests(ctx, built, results)
}

// saveSituation saves the situation of a test, from which it can be played.
func (s *server) saveSituation(ctx context.Context, c *rules.Content, d *def.Definition, test string) (protocol.LSPAny, error) {
	i := slices.IndexFunc(d.Data.All("tests"), func(n *def.Node) bool { return n.TextOr("name", "") == test })
	if i < 0 {
		return nil, fmt.Errorf("%s has no test %q", d.Key(), test)
	}
	start := d.Data.All("tests")[i]
	given := slices.DeleteFunc(slices.Clone(start.Fields()), func(f def.Field) bool { return f.Key != "given" })
	played, problem := contenttest.RunUpTo(c, d, def.NewMap(start.Position(), given))
	if problem != nil {
		return nil, problem
	}
	file := filepath.Join(filepath.FromSlash(s.dir), ".sleight", "play", d.ID+".json")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return nil, err
	}
	if err := safefile.Write(safefile.Disk{}, file, 0o600, played.Save); err != nil {
		return nil, err
	}
	game := played.Game().ID()
	return s.answer(ctx, map[string]string{"game": game, "file": filepath.ToSlash(file)},
		"The situation is saved. In sleight repl %s, type: load %s", game, filepath.ToSlash(file))
}

// measureWorth plays games with and without a definition, by the first bot that the
// content has for its game.
func (s *server) measureWorth(ctx context.Context, c *rules.Content, d *def.Definition) (protocol.LSPAny, error) {
	g := c.GameOf(d)
	if g == nil {
		return nil, fmt.Errorf("no game has %s", d.Key())
	}
	bot := sim.Bots(g)[0]
	if own := g.StandaloneIDs("bot"); len(own) > 0 {
		bot = own[0]
		if slices.Contains(own, "reference") {
			bot = "reference"
		}
	}
	q, err := experiment.Question{Game: g.ID(), Seed: 1, N: worthGames}.ImpactOf(c, d.Kind, d.ID, bot)
	if err != nil {
		return nil, err
	}
	result, err := q.Run(ctx, experiment.Content{New: c}, sim.Range{0, q.N}, experiment.RunOptions{})
	if err != nil {
		return nil, err
	}
	answer := q.Answer(result)
	by := answer.Leading()
	worths := answer.Impacts(by)
	if len(worths) == 0 {
		return nil, fmt.Errorf("no games could be compared")
	}
	w := worths[0]
	value, interval := w.Figure(by)
	words := fmt.Sprintf("%s %+.3g (95%% between %+.3g and %+.3g)", by, value, interval[0], interval[1])
	if w.NoEffect {
		words = "nothing: the games are the same without it"
	}
	return s.answer(ctx, map[string]any{"figure": by, "worth": value, "interval": interval, "games": q.N, "bot": bot},
		"%s is worth %s, in %d games by the bot %s.", d.Name, words, q.N, bot)
}

// answer shows a message and returns a value to the client.
func (s *server) answer(ctx context.Context, value any, format string, args ...any) (protocol.LSPAny, error) {
	message := &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: fmt.Sprintf(format, args...)}
	if err := s.conn.Notify(ctx, protocol.MethodWindowShowMessage, message); err != nil {
		return nil, err
	}
	out, err := json.Marshal(value)
	return protocol.LSPAny(out), err
}
