package api_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

// TestTranscript plays testdata/calls.txt, corners.txt and reaches.txt: each
// line that is not indented is an expression after "=", or statements, for the
// game of testdata/board.yaml, corners.yaml or reaches.yaml as it begins. "rig STREAM V, V |" before
// statements makes a stream return values first, and ";;" separates consecutive
// commands; one that begins with "do" is the game's. The indented lines below
// are all of its effects: the result, the messages, every change, what is then
// pending, the events, the definitions whose hooks ran, the cost, or the problem with its place and
// the values in its sentence.
func TestTranscript(t *testing.T) {
	for file, board := range map[string]string{"testdata/calls.txt": "board", "testdata/corners.txt": "corners", "testdata/reaches.txt": "reaches"} {
		playTranscript(t, file, board)
	}
}

func playTranscript(t *testing.T, file, board string) {
	t.Helper()
	s := begun(t, board)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	start := s.Hash()
	var got strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		got.WriteString(line)
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if expression, ok := strings.CutPrefix(line, "= "); ok {
			shown, problem := s.Evaluate(expression)
			if problem == nil {
				fmt.Fprintf(&got, "\t%s\n", shown)
			}
			writeProblem(&got, problem)
			fmt.Fprintf(&got, "\t%d units\n", s.Run("lua local _ = "+expression).Fuel)
			s.Undo(s.Turn())
			continue
		}
		if setting, rest, ok := strings.Cut(line, " | "); ok {
			rigged := begun(t, board)
			rig(t, rigged, setting)
			writeResult(&got, rigged, rigged.Run("lua "+say+rest))
			continue
		}
		for part := range strings.SplitSeq(line, " ;; ") {
			command, own := strings.CutPrefix(part, "do ")
			if !own {
				command = "lua " + say + part
			}
			writeResult(&got, s, s.Run(command))
		}
		if s.Undo(s.Turn()); s.Hash() != start {
			t.Errorf("%s: it cannot be undone", line)
		}
	}
	golden.Check(t, file, got.String())
}

// say defines a function for each line, which says any value.
const say = `local function p(x) say(tostring(x)) end `

// rig rigs a stream of a session: rig STREAM VALUE, VALUE.
func rig(t *testing.T, s *session.Session, setting string) {
	t.Helper()
	stream, list, _ := strings.Cut(strings.TrimPrefix(setting, "rig "), " ")
	var values []state.Value
	for text := range strings.SplitSeq(list, ", ") {
		n, err := strconv.ParseFloat(text, 64)
		switch {
		case err == nil:
			values = append(values, state.Num(n))
		case text == "true" || text == "false":
			values = append(values, state.Truth(text == "true"))
		default:
			values = append(values, state.Str(text))
		}
	}
	if r := s.Arrange(func(session.Arrangement) *diag.Diagnostic { return s.State().Rig(stream, values...) }); r.Problem != nil {
		t.Fatal(r.Problem)
	}
}

// begun starts the game of a file in testdata.
func begun(t *testing.T, name string) *session.Session {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return started(t, name, string(text))
}

// started starts a game of one file.
func started(t *testing.T, id, text string) *session.Session {
	t.Helper()
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/board/game.yaml": {Data: []byte(text)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, id, session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// writeResult writes all effects of statements.
func writeResult(out *strings.Builder, s *session.Session, r session.Result) {
	writeProblem(out, r.Problem)
	if r.Refusal != nil {
		fmt.Fprintf(out, "\trefused: %s\n", r.Refusal)
	}
	for _, m := range r.Messages {
		fmt.Fprintf(out, "\tsaid: %s %v\n", m.Text, m.Warning)
	}
	for _, told := range state.NewOutliner(s.State()).Effects(r.Changes) {
		fmt.Fprintf(out, "\t%s: %s → %s\n", told.About, told.From, told.To)
	}
	writePending(out, s.State().Pending())
	for _, e := range r.Events {
		fmt.Fprintf(out, "\tevent %s %v\n", e.Event, e.Args)
	}
	if called := s.CalledDefinitions(); r.OK() && len(called) > 0 {
		fmt.Fprintf(out, "\tcalled %s\n", strings.Join(called, ", "))
	}
	outcome, words := s.Outcome()
	fmt.Fprintf(out, "\t%d units %s %s\n", r.Fuel, outcome, words)
}

// writePending writes the questions, windows and actions that wait.
func writePending(out *strings.Builder, p *state.Pending) {
	if p == nil {
		return
	}
	for _, q := range p.Questions {
		fmt.Fprintf(out, "\tquestion %+v\n", *q)
	}
	for _, w := range p.Windows {
		fmt.Fprintf(out, "\twindow %+v\n", *w)
	}
	for _, a := range p.Acts {
		fmt.Fprintf(out, "\tact %+v\n", *a)
	}
}

// writeProblem writes a problem without its wording.
func writeProblem(out *strings.Builder, d *diag.Diagnostic) {
	if d == nil {
		return
	}
	fmt.Fprintf(out, "\t%s at %s: %q | %q\n", d.Code, d.Place, d.Message.Args, d.Hint.Args)
	for _, n := range d.Notes {
		fmt.Fprintf(out, "\t  at %s: %q\n", n.Place, n.Message.Args)
	}
}

// TestATracerSeesEveryCall checks a tracer's record of a command: each hook,
// its calls, and the changes of each call.
func TestATracerSeesEveryCall(t *testing.T) {
	s := begun(t, "corners")
	var tracer session.Tracer
	s.Trace(&tracer)
	var out strings.Builder
	for _, command := range []string{"wait", "choose 1", "aim k3", `lua vars.gold = 3 add("ace", "away") at("deck", 1).mark = 4`, "lua say('x')"} {
		tracer = session.Tracer{}
		fmt.Fprintf(&out, "%s\n", command)
		r := s.Run(command)
		writeProblem(&out, r.Problem)
		for _, span := range tracer.Spans {
			fmt.Fprintf(&out, "\t%d %s %s %q at %s, %d units\n", span.Depth, span.Owner, span.Hook, span.Self, span.Place, span.Fuel)
			for _, step := range span.Calls {
				fmt.Fprintf(&out, "\t\t%s at %s: %d to %d\n", step.Function, step.Place, step.First, step.Next)
				for _, told := range state.NewOutliner(s.State()).Effects(step.Changes) {
					fmt.Fprintf(&out, "\t\t\t%s: %s → %s\n", told.About, told.From, told.To)
				}
			}
		}
	}
	golden.Check(t, "testdata/trace.golden", out.String())
}
