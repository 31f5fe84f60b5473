package debug_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/diag"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/tests/golden"
)

// TestTranscripts compares a debugger's actions and views, for scripts of
// commands, with golden files. A command that runs the game is followed by the
// commands at each stop, up to a motion or the next command of the game.
func TestTranscripts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/quarry.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	content := build(t, files)
	paths, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts ", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := &driver{Debugger: debug.New()}
		for line := range strings.Lines(string(text)) {
			if command, ok := strings.CutPrefix(strings.TrimSpace(line), "> "); ok {
				d.left = append(d.left, command)
			} else if strings.HasPrefix(line, "#") {
				d.left = append(d.left, strings.TrimSpace(line))
			}
		}
		d.Stopped = d.stopped
		if line, ok := strings.CutPrefix(d.left[1], "begin "); ok { // stops before there is a session
			fmt.Fprintf(&d.out, "%s\n> %s\n", d.left[0], d.left[1])
			d.left = d.left[2:]
			at, _ := strconv.Atoi(line)
			d.SetPoints([]*debug.Breakpoint{{Kind: debug.Line, File: "scripts/quarry/game.lua", Line: at}})
		}
		d.Log = func(text string) { d.say("log: %s", text) }
		s, problem := session.New(content, "quarry", session.Options{Seed: 1, Probe: d.Probe()})
		if problem != nil {
			t.Fatal(problem)
		}
		d.Attach(s)
		d.session = s
		for len(d.left) > 0 {
			d.do()
		}
		golden.Check(t, path, d.out.String())
	}
}

// driver is a debugger driven by a script.
type driver struct {
	*debug.Debugger
	session *session.Session
	left    []string
	out     strings.Builder
}

func (d *driver) say(format string, args ...any) { fmt.Fprintf(&d.out, "  "+format+"\n", args...) }

// stopped shows a stop and runs the script until the game continues.
func (d *driver) stopped(st *debug.Stop) bool {
	d.show(st)
	for len(d.left) > 0 && !strings.HasPrefix(d.left[0], "run ") && d.left[0] != "undo" {
		switch d.do() {
		case "go":
			return true
		case "abort":
			return false
		}
	}
	return true
}

// show writes everything about a stop.
func (d *driver) show(st *debug.Stop) {
	if st == nil {
		d.say("nowhere")
		return
	}
	d.say("stopped at %d.%d for %s %q, past %v", st.Turn, st.Step, st.Reason, st.Text, st.Past)
	if st.Problem != nil {
		d.say("  problem: %s", st.Problem.Message)
	}
	if st.Event != nil {
		d.say("  event %s", st.Event.Event)
	}
	for _, b := range st.Points {
		d.say("  point %s", b)
	}
	for _, f := range st.Stack() {
		d.say("  %s %s", f.Name, f.Place)
		if f.Call >= 0 {
			d.say("    %s", locals(st, f.Call))
		}
	}
	d.say("  %d changes, gold %s", len(st.Changes()), gold(st.Session()))
}

func gold(s *session.Session) string {
	slot, _ := s.Variable("gold")
	return s.State().Var(slot).String()
}

// do does the next command of the script and returns how the game continues.
func (d *driver) do() string {
	line := d.left[0]
	d.left = d.left[1:]
	if strings.HasPrefix(line, "#") {
		fmt.Fprintln(&d.out, line)
		return ""
	}
	fmt.Fprintln(&d.out, ">", line)
	word, rest, _ := strings.Cut(line, " ")
	motions := map[string]debug.Motion{"continue": debug.Continue, "into": debug.Into, "over": debug.Over, "out": debug.Out}
	ways := map[string]debug.Backward{"over": debug.BackOver, "into": debug.BackInto, "out": debug.BackOut, "continue": debug.BackContinue}
	motion, moves := motions[word]
	switch {
	case moves:
		d.Resume(motion)
		return "go"
	case word == "abort":
		return "abort"
	case word == "back":
		d.show(d.Back(ways[rest]))
	case word == "forward":
		d.show(d.Forward(motions[rest]))
	case word == "point":
		d.point(rest)
	case word == "look":
		d.look(rest)
	default:
		d.act(word, rest)
	}
	return ""
}

// act runs a command about the whole game.
func (d *driver) act(word, rest string) {
	switch word {
	case "run":
		r := d.session.Run(rest)
		d.say("%v %v, aborted %v, meddled %v, turn %d, gold %s", r.Refusal, message(r.Problem), debug.IsAbort(r.Problem), d.session.Tampered(), d.session.Turn(), gold(d.session))
	case "other":
		s, problem := session.New(d.session.Content(), "quarry", session.Options{Seed: 1})
		d.say("%s", message(problem))
		if rest != "" {
			d.say("%v", message(s.Run(rest).Problem))
		}
		d.session = s
		d.Attach(s)
	case "undo":
		d.say("%d undone", d.session.Undo(1))
	case "pause":
		d.Pause()
	case "unpause":
		d.Unpause()
	case "view":
		d.show(d.View())
	case "replay":
		d.replay(strings.Fields(rest))
	case "again":
		d.Attach(d.session)
	case "leave":
		d.Leave()
		d.say("view %v", d.View() != nil)
	case "detach":
		d.Detach()
		d.say("session %v", d.Session() != nil)
	case "to":
		st, err := d.BackTo(rest)
		d.say("%v", err)
		d.show(st)
	case "wrote":
		turn, name, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(turn)
		index, ok, err := d.WriteIndex(n, name)
		d.say("change %d, %v, %v", index, ok, err)
	case "made":
		turn, index, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(turn)
		i, _ := strconv.Atoi(index)
		at, ok := d.StatementOfChange(n, i)
		d.say("step %d.%d, %v", at.Turn, at.Step, ok)
	case "history":
		n, name, _ := strings.Cut(rest, " ")
		most, _ := strconv.Atoi(n)
		all, err := d.History(name, most)
		d.say("%d changes, %v", len(all), err)
		for _, w := range all {
			d.say("  %+v", w)
		}
	}
}

// replay TURN, replay TURN every or replay TURN every MOST runs a past command again.
func (d *driver) replay(words []string) {
	turn, _ := strconv.Atoi(words[0])
	most := -1
	if len(words) > 2 {
		most, _ = strconv.Atoi(words[2])
	}
	reached := d.Replay(turn, len(words) > 1, func(st *debug.Stop) bool {
		d.say("at %d.%d %s, past %v, gold %s", st.Turn, st.Step, at(st), st.Past, gold(st.Session()))
		most--
		return most != 0
	})
	d.say("reached %v", reached)
}

// look inspects the game where it has stopped, or changes it there.
func (d *driver) look(what string) {
	st := d.View()
	word, rest, _ := strings.Cut(what, " ")
	if st == nil && word != "files" && word != "lines" && word != "points" {
		d.say("the game has not stopped")
		return
	}
	switch word {
	case "files":
		d.say("%q", debug.Files(d.session))
	case "lines":
		d.say("%v", debug.Lines(d.session, rest))
	case "points":
		d.say("%v", d.Points())
	case "set": // set CALL NAME = SOURCE, or set CALL = STATEMENT
		call, rest, _ := strings.Cut(rest, " ")
		name, source, _ := strings.Cut(rest, "= ")
		n, _ := strconv.Atoi(call)
		d.say("%v", message(st.Assign(n, strings.TrimSpace(name), source)))
	default:
		n, _ := strconv.Atoi(word)
		_, text, problem := st.Evaluate(n, rest)
		d.say("%s %v", text, message(problem))
	}
}

// point sets a breakpoint: KIND, its name or line, and optionally if CONDITION,
// hit HITS and log TEXT, each after a comma. An empty text removes all
// breakpoints.
func (d *driver) point(text string) {
	if text == "" {
		d.SetPoints(nil)
		return
	}
	text, log, _ := strings.Cut(text, ", log ")
	parts := strings.Split(text, ", ")
	kind, of, _ := strings.Cut(parts[0], " ")
	b := &debug.Breakpoint{Kind: debug.Kind(kind), Name: of, Log: log}
	if b.Kind == debug.Line {
		file, line, _ := strings.Cut(of, ":")
		b.File, b.Name = file, ""
		b.Line, _ = strconv.Atoi(line)
	}
	for _, part := range parts[1:] {
		word, rest, _ := strings.Cut(part, " ")
		switch word {
		case "if":
			b.Condition = rest
		case "hit":
			b.Hits = rest
		}
	}
	if err := debug.Check(d.session, b); err != nil {
		d.say("%v", err)
		return
	}
	d.say("%s", b)
	d.SetPoints(append(d.Points()[:len(d.Points()):len(d.Points())], b))
}

func message(d *diag.Diagnostic) string {
	if d == nil {
		return "no problem"
	}
	return d.Message.String()
}
