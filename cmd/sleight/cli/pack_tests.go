package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/secrets"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// brokenTest is a test of another pack that fails because of a pack.
type brokenTest struct {
	Definition string `json:"definition"`
	Name       string `json:"name"`
}

// packTests runs the tests of a pack and of the packs that it requires. It returns the
// problems of its own tests and of the definitions that it patches, and the other tests that
// fail with the pack and not without it.
func (w *workspace) packTests(content *rules.Content, id string) (problems diag.List, broken []brokenTest, err error) {
	var own, others []contenttest.Result
	for _, r := range contenttest.Run(context.Background(), content, contenttest.Options{}) {
		switch {
		case r.Definition.Pack == id:
			own = append(own, r)
		case !r.Passed:
			others = append(others, r)
		}
	}
	if others, err = w.passingWithout(content, id, others); err != nil {
		return nil, nil, err
	}
	for _, r := range others {
		if slices.Contains(r.Definition.Changers(), id) {
			own = append(own, r)
		} else {
			broken = append(broken, brokenTest{r.Definition.Pack + ":" + r.Definition.Key(), r.Name})
		}
	}
	return append(contenttest.Failures(own), contenttest.Warnings(own)...), broken, nil
}

// passingWithout returns those of the failed tests that do not fail without a pack.
func (w *workspace) passingWithout(content *rules.Content, id string, failed []contenttest.Result) ([]contenttest.Result, error) {
	if len(failed) == 0 {
		return nil, nil
	}
	without := &workspace{dirs: w.dirs}
	for _, p := range content.Catalog.Packs() {
		if p.ID != id {
			without.packs = append(without.packs, p.ID)
		}
	}
	if err := without.open(); err != nil {
		return nil, err
	}
	before, _ := without.Build()
	if before == nil { // whose fault it is cannot be known
		return failed, nil
	}
	fails := map[string]bool{}
	for _, r := range contenttest.Run(context.Background(), before, contenttest.Options{}) {
		fails[r.Key()] = !r.Passed
	}
	return slices.DeleteFunc(failed, func(r contenttest.Result) bool { return fails[r.Key()] }), nil
}

// leakPairs is how many pairs of games are compared for each number of players: enough for
// views, which show a leak in every situation, and done in less than a second.
const leakPairs = 30

// packLeaks plays the games of other packs that a pack changes, and returns the leaks in what
// the pack adds to them, such as a view that shows another player's card.
func packLeaks(content *rules.Content, id string) diag.List {
	p, ok := content.Catalog.Pack(id)
	var games []string
	for _, g := range content.Games() {
		if slices.Contains(g.Definition.Changers(), id) {
			games = append(games, g.ID())
		}
	}
	if !ok || len(games) == 0 {
		return nil
	}
	_, leaks := secrets.Run(context.Background(), content, secrets.Options{Pairs: leakPairs, Seed: 1, Games: games})
	return slices.DeleteFunc(leaks, func(d diag.Diagnostic) bool { return d.Code != "secrets/leak" || !p.Holds(d.Place.File) })
}

// noteBroken prints the tests of other packs that a pack breaks.
func noteBroken(out io.Writer, pack string, broken []brokenTest) {
	if len(broken) == 0 {
		return
	}
	const most = 5
	verb := "fail"
	if len(broken) == 1 {
		verb = "fails"
	}
	fmt.Fprintf(out, "note: %s of other packs %s with %s, but not without it; sleight test shows why:\n", counted(len(broken), "test"), verb, pack)
	for i, t := range broken {
		if i == most {
			fmt.Fprintf(out, "  and %d more\n", len(broken)-most)
			return
		}
		fmt.Fprintf(out, "  %s: %s\n", t.Definition, t.Name)
	}
}
