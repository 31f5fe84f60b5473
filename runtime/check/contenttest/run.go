package contenttest

import (
	"context"
	"fmt"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Options choose which tests run.
type Options struct {
	// Filter reports whether the tests of a definition run; nil runs all tests.
	Filter func(*def.Definition) bool
	// Name, if set, selects the tests of that name.
	Name string
	// Each, if set, is called with every result as soon as it is available.
	Each func(Result)
	// Probe, if set, is called while the tests run: for a debugger.
	Probe *session.Probe
}

// Result is the outcome of one test.
type Result struct {
	Definition *def.Definition
	Name       string
	Place      diag.Place
	Passed     bool
	// Problem is nil for a test that passed. Otherwise its code is test/failed,
	// placed at the failed expectation or command, test/invalid, placed at the
	// part that cannot be run as written, or that of a view, heuristic, title or
	// so on that fails in a situation of the test, placed in its script.
	Problem *diag.Diagnostic
	// Warnings are about a test that passed: rigged results that were not
	// drawn.
	Warnings diag.List
	// Commands is the number of commands carried out.
	Commands int
}

// Key returns a text that identifies a test: its definition and its name.
func (r *Result) Key() string {
	return r.Definition.Pack + ":" + r.Definition.Key() + "\n" + r.Name
}

// Run runs the tests of games that are not blocked, in the order of the catalog,
// each in its own session, and then loads the saves that packs keep. Equal
// content gives equal results. When the context ends, Run returns the results
// of the completed tests.
func Run(ctx context.Context, c *rules.Content, o Options) []Result {
	w := &worker{content: c, variants: map[string]*rules.Content{}, probe: o.Probe}
	var results []Result
	give := func(r Result) {
		if o.Each != nil {
			o.Each(r)
		}
		results = append(results, r)
	}
	for _, d := range c.Catalog.All() {
		tests := d.Data.All("tests")
		if len(tests) == 0 || o.Filter != nil && !o.Filter(d) || c.DefinitionBlocked(d) {
			continue
		}
		for _, t := range tests {
			if ctx.Err() != nil {
				return results
			}
			if o.Name == "" || nameOf(t) == o.Name {
				give(w.run(d, t))
			}
		}
	}
	w.saves(ctx, o, give)
	return results
}

// Failures returns the problems of the tests that did not pass, in order. A fault of a
// script at the start of the game, which fails every test, is reported once.
func Failures(results []Result) diag.List {
	var out diag.List
	starts := map[string]int{} // where in out a fault is, by its text
	more := map[int]int{}
	for _, r := range results {
		if r.Problem == nil {
			continue
		}
		if r.Problem.Message.Format == failedFormat && r.Problem.Message.Args[0] == startOfGame && len(r.Problem.Notes) > 0 {
			fault := fmt.Sprint(r.Problem.Notes[0].Place, " ", r.Problem.Message)
			if first, again := starts[fault]; again {
				more[first]++
				continue
			}
			starts[fault] = len(out)
		}
		out = append(out, *r.Problem)
	}
	for i, n := range more {
		word := "tests"
		if n == 1 {
			word = "test"
		}
		out[i] = out[i].WithNote(out[i].Place, "it fails %d more %s", n, word)
	}
	return out
}

// Failed returns how many tests did not pass.
func Failed(results []Result) (n int) {
	for _, r := range results {
		if r.Problem != nil {
			n++
		}
	}
	return n
}

// Warnings returns the warnings about tests that passed, in order.
func Warnings(results []Result) diag.List {
	var out diag.List
	for _, r := range results {
		out = append(out, r.Warnings...)
	}
	return out
}

func nameOf(test *def.Node) string { return test.TextOr("name", "unnamed") }

// worker holds the state that the tests of one run share.
type worker struct {
	content *rules.Content
	// variants caches the content with changed parameters, by those parameters.
	variants map[string]*rules.Content
	// reported holds the failures of views and so on that a test has reported.
	reported diag.List
	probe    *session.Probe
}

func (w *worker) run(d *def.Definition, node *def.Node) Result {
	t := &test{worker: w, owner: d, node: node}
	out := Result{Definition: d, Name: nameOf(node), Place: node.At(d.Place)}
	if out.Problem = t.run(); out.Problem != nil {
		t.notePatches(out.Problem)
	}
	out.Passed, out.Commands = out.Problem == nil, t.commands
	if out.Passed {
		out.Warnings = t.unusedRigs()
	}
	return out
}

// gameOf returns the game whose rules apply to the tests of a definition.
func (w *worker) gameOf(d *def.Definition) *rules.Game {
	return w.content.GameOf(d)
}

// test is a running test.
type test struct {
	*worker
	owner   *def.Definition
	node    *def.Node
	game    *rules.Game
	session *session.Session

	commands        int
	startTurn       int // the number of commands before those of the test
	seat            int // the player in whose seat the step is done; 0 for whoever acts
	seen            seen
	expectedUndrawn []string // the rigged streams that the test expects nothing to draw from
	// entityRefs sets the properties that refer to entities, once all are there.
	entityRefs []func() *diag.Diagnostic
}

// seen records what has happened since the step began.
type seen struct {
	refusal              string
	done                 bool // whether any command was given
	warning              bool // whether the last command warned and was done
	said, warned, events []string
	messages             []session.Message
}

func (t *test) run() *diag.Diagnostic {
	if t.game = t.gameOf(t.owner); t.game == nil {
		return invalid(t.node.Place(), "pack %s has no game to test in", t.owner.Pack)
	}
	if problem := t.given(); problem != nil {
		return problem
	}
	t.startTurn = t.session.Turn()
	steps := t.node.Get("steps")
	if steps == nil {
		return t.step(t.node, true)
	}
	if t.node.Get("do") != nil || t.node.Get("expect") != nil || t.node.Get("as") != nil {
		return invalid(steps.Place(), "a test has steps, or do and expect, not both")
	}
	for i, s := range steps.Items() {
		if problem := t.step(s, i == len(steps.Items())-1); problem != nil {
			return problem
		}
	}
	return nil
}

// step carries out a step and checks its expectations; the last step must have
// some.
func (t *test) step(n *def.Node, last bool) *diag.Diagnostic {
	t.seen, t.seat = seen{}, 0
	if as := n.Get("as"); as != nil {
		player, problem := t.player(as, int(as.Number()), 1)
		if problem != nil {
			return problem
		}
		t.seat = player
	}
	expect := n.Get("expect")
	if expect == nil && last {
		d := invalid(n.Place(), "the test expects nothing").WithHint("add expect: with what must hold")
		return &d
	}
	if problem := t.do(n.Get("do"), expect.Get("refused")); problem != nil {
		return problem
	}
	if problem := t.expect(expect); problem != nil {
		return problem
	}
	return t.examine(n)
}

// examine evaluates what front ends, bots and reports may ask in the situation
// after a step. Each failure fails only the first test that shows it.
func (t *test) examine(n *def.Node) *diag.Diagnostic {
	problem := t.session.Examine()
	if problem == nil || slices.ContainsFunc(t.reported, func(d diag.Diagnostic) bool {
		return d.Code == problem.Code && d.Place == problem.Place
	}) {
		return nil
	}
	t.reported = append(t.reported, *problem)
	d := problem.WithNote(n.Place(), "it fails in the situation after this")
	return &d
}
