package session_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/golden"
)

// TestTranscripts types the lines that begin with ">" of each transcript into a
// game of the fair, which uses every feature of a session, and compares all
// answers with the lines below.
func TestTranscripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts", err)
	}
	catalog, problems := load.NewLoader(load.Root{FS: os.DirFS("testdata/fair")}).Load()
	if catalog == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := transcriber{t: t, content: content}
			if s.Session, s.problem = session.New(content, "fair", session.Options{Seed: 5}); s.problem != nil {
				t.Fatal(s.problem)
			}
			s.Trace(&s.tracer)
			for line := range strings.Lines(string(text)) {
				if typed, ok := strings.CutPrefix(line, "> "); ok {
					s.out.WriteString(line)
					s.enter(strings.TrimSpace(typed))
				} else if strings.HasPrefix(line, "#") {
					s.out.WriteString(line)
				}
			}
			golden.Check(t, path, s.out.String())
		})
	}
}

// transcriber is a session with its requests and answers.
type transcriber struct {
	*session.Session
	t       *testing.T
	content *rules.Content
	problem *diag.Diagnostic
	tracer  session.Tracer
	out     strings.Builder
}

func (s *transcriber) printf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

// enter runs a line: an entry of the table, with its argument as text and as a
// number, or a command.
func (s *transcriber) enter(line string) {
	word, rest, _ := strings.Cut(line, " ")
	n, _ := strconv.Atoi(rest)
	if do, ok := typed[word]; ok {
		do(s, rest, n)
		return
	}
	s.result(s.Run(line))
}

var typed = map[string]func(s *transcriber, rest string, n int){
	"begin": func(s *transcriber, rest string, n int) {
		s.result(s.Begin(rest))
		s.choice()
	},
	"pick": func(s *transcriber, rest string, n int) {
		s.result(s.Pick(rest))
		s.choice()
	},
	"confirm": func(s *transcriber, rest string, n int) {
		s.result(s.Confirm())
	},
	"cancel": func(s *transcriber, rest string, n int) {
		s.printf("  %v\n", s.Cancel())
	},
	"choice": func(s *transcriber, rest string, n int) {
		s.choice()
	},
	"offers": func(s *transcriber, rest string, n int) {
		s.offers()
	},
	"legal": func(s *transcriber, rest string, n int) {
		commands, problem := s.Legal(n)
		for _, c := range commands {
			s.printf("  %d: %s%s\n", c.Player, s.Format(c), warned(s, c))
		}
		s.fault(problem)
	},
	"undo": func(s *transcriber, rest string, n int) {
		s.printf("  %d undone\n", s.Undo(n))
		s.where()
	},
	"redo": func(s *transcriber, rest string, n int) {
		s.printf("  %d redone\n", s.Redo(n))
		s.where()
	},
	"goto": func(s *transcriber, rest string, n int) {
		s.printf("  %v\n", s.Goto(n))
		s.where()
	},
	"as": func(s *transcriber, rest string, _ int) {
		player, text, _ := strings.Cut(rest, " ")
		n, _ := strconv.Atoi(player)
		s.result(s.Do(session.Command{Player: n, Action: text}))
	},
	"look": func(s *transcriber, rest string, n int) {
		text, problem := s.Evaluate(rest)
		s.printf("  %s\n", text)
		s.fault(problem)
	},
	"find": func(s *transcriber, rest string, n int) {
		id, ok := s.Find(rest)
		a, usable := s.Use(rest)
		s.printf("  %v %v, usable %v", id != state.None, ok, usable)
		if usable {
			s.printf(" as %s", a.Title)
		}
		s.printf("\n")
	},
	"bot": func(s *transcriber, rest string, n int) {
		s.bot(rest)
	},
	"sample": func(s *transcriber, rest string, n int) {
		luck := random.New(uint64(n), "sample")
		for range 8 {
			c, ok, problem := s.Sample(&luck)
			s.printf("  %v %d: %s\n", ok, c.Player, s.Format(c))
			s.fault(problem)
		}
	},
	"imagine": func(s *transcriber, rest string, n int) {
		luck := random.New(uint64(n), "imagine")
		fork := s.Fork(nil)
		_, problem := fork.Imagine(&luck)
		s.fault(problem)
		zones(&s.out, fork)
	},
	"state": func(s *transcriber, rest string, n int) {
		s.state()
	},
	"where": func(s *transcriber, rest string, n int) {
		s.where()
	},
	"variable": func(s *transcriber, rest string, n int) {
		slot, ok := s.Variable(rest)
		s.printf("  %v", ok)
		if ok {
			s.printf(" %s", s.State().Var(slot))
		}
		s.printf("\n")
	},
	"zone": func(s *transcriber, rest string, n int) {
		slot, ok := s.Zone(rest)
		s.printf("  %v", ok)
		if ok {
			s.printf(" with %d", len(s.State().Zone(slot)))
		}
		s.printf("\n")
	},
	"label": func(s *transcriber, rest string, n int) {
		slot, _ := s.Variable("star")
		s.printf("  %s\n", s.Label(s.State().Var(slot).ID()))
	},
	"observe": func(s *transcriber, rest string, n int) {
		s.Observe(func(h session.Event) {
			text, problem := s.Evaluate("vars.coins")
			s.printf("  seen %s%v when there are %s coins, %v for player %d\n", h.Event, h.Args, text, problem, s.Player())
			s.choice()
		})
	},
	"rig": func(s *transcriber, rest string, n int) {
		stream, result, _ := strings.Cut(rest, " ")
		s.result(s.Arrange(func(a session.Arrangement) *diag.Diagnostic { return a.Rig(stream, state.Str(result)) }))
	},
	"arrange": func(s *transcriber, rest string, n int) {
		s.result(s.Arrange(func(a session.Arrangement) *diag.Diagnostic { return a.Variable("coins", state.Num(4)) }))
		s.choice()
		s.where()
	},
	"load": func(s *transcriber, rest string, n int) {
		s.load()
	},
	"examine": func(s *transcriber, rest string, n int) {
		s.fault(s.Examine())
	},
}

func warned(s *transcriber, c session.Command) string {
	text, problem := s.Warning(c)
	s.fault(problem)
	if text != "" {
		text = " (" + text + ")"
	}
	return text
}

// fault writes a problem without changes.
func (s *transcriber) fault(d *diag.Diagnostic) {
	if d == nil {
		return
	}
	s.printf("  %s %s: %s\n", d.Code, d.Place, d.Message)
	if hint := d.Hint.String(); hint != "" {
		s.printf("    %s\n", hint)
	}
	for _, n := range d.Notes {
		s.printf("    %s: %s\n", n.Place, n.Message)
	}
}

// result writes the result of a command, with all changes and the hooks that
// ran.
func (s *transcriber) result(r session.Result) {
	defer func() { s.tracer.Spans = nil }()
	s.fault(r.Problem)
	if r.Refusal != nil {
		s.printf("  refused (%s): %s\n", r.Refusal.Code, r.Refusal)
	}
	if r.Command == "" {
		return
	}
	s.printf("  %q, warning %q, fuel %d, over %v, called %v\n", r.Command, r.Warning, r.Fuel, r.Over, s.CalledDefinitions())
	for _, m := range r.Messages {
		s.printf("  said %q %v: %+v\n", m.Text, m.Warning, s.Sentence(m.Text).Args)
	}
	for _, h := range r.Events {
		s.printf("  event %s%v after %d changes\n", h.Event, h.Args, h.At)
	}
	for _, span := range s.tracer.Spans {
		s.printf("  hook %s%s %s of %q at %s, %d units:", strings.Repeat("  ", span.Depth), span.Owner, span.Hook, span.Self, span.Place, span.Fuel)
		for _, call := range span.Calls {
			s.printf(" %s at %d with %d changes and hooks %d to %d;", call.Function, call.Place.Line, len(call.Changes), call.First, call.Next)
		}
		s.printf("\n")
	}
	s.changes(r.Changes)
	s.where()
}

func (s *transcriber) changes(changes []state.Change) {
	for _, c := range changes {
		owner, hook, at := s.Cause(c)
		s.printf("    %d: %d of %d at %d/%d to %d/%d: %s → %s (%s %s %s)\n", c.Op, c.Prop, c.Entity, c.Slot, c.Index, c.ToSlot, c.ToIndex, c.From, c.To, owner, hook, at)
	}
}

// where writes the position of the game.
func (s *transcriber) where() {
	undo, redo := s.History()
	outcome, text := s.Outcome()
	phase := "no phase"
	if p := s.Phase(); p != nil {
		phase = p.Name
	}
	asked := ""
	if q := s.PendingQuestion(); q != nil {
		asked = ", asked " + q.Name
	}
	s.printf("  %s, turn %d, player %d, %d to undo, %d to redo, %q %q%s\n", phase, s.Turn(), s.Player(), undo, redo, outcome, text, asked)
}

func (s *transcriber) choice() {
	c := s.Choice()
	s.printf("  choosing %v: %q %s, %q for %q, picked %q, warning %q, open %v, asked %v\n", s.ChoiceStarted(), c.Command, c.State, c.Prompt, c.Target, c.Picked, c.Warning, c.Open, c.IsAnswer)
	for _, o := range c.Options {
		s.printf("    %s %q %q %s", o.Value, o.Label, o.Title, o.Reason)
		if o.Definition != nil {
			s.printf(" %s", o.Definition.Key())
		}
		s.printf("\n")
	}
}

func (s *transcriber) offers() {
	offers, problem := s.Offers()
	s.fault(problem)
	for _, o := range offers {
		s.printf("  %q %q, item %v, costs %+v, warning %q: %s\n", o.Command, o.Title, o.Item != state.None, o.Costs, o.Warning, o.Reason)
	}
}

// bot lets a bot choose a command and runs it.
func (s *transcriber) bot(key string) {
	luck := random.New(1, "bot")
	c, problem := s.Advice(key, &luck)
	s.fault(problem)
	if problem == nil {
		s.printf("  %s\n", s.Format(c))
		s.result(s.Do(c))
	}
}

// state writes the log, all variables and each player's view of the zones.
func (s *transcriber) state() {
	s.printf("  %s: %s, %s\n", s, s.Hash(), s.Situation())
	for _, e := range s.Log() {
		s.printf("  %d: %s %v\n", e.Player, e.Text, e.Messages)
	}
	layout := s.State().Layout
	for slot := range layout.VarSlots() {
		d, player := layout.VarDecl(slot)
		s.printf("  %s@%d = %s\n", d.Name, player, s.State().Var(slot))
	}
	for _, v := range s.Game().Views {
		for player := 1; player <= s.Players(); player++ {
			value, problem := s.ViewAs(v, player)
			s.printf("  %s for %d: %s\n", v.Name, player, value)
			s.fault(problem)
		}
	}
	for player := 1; player <= s.Players(); player++ {
		worth, problem := s.HeuristicValue(player)
		s.printf("  worth of %d: %v\n", player, worth)
		s.fault(problem)
	}
	for _, m := range s.Game().Metrics {
		value, problem := s.Metric(m)
		s.printf("  metric %s: %s\n", m.Name, value)
		s.fault(problem)
	}
	s.printf("  profile %v, began with %v, meddled %v\n", s.Profile(), s.StartProfile(), s.Tampered())
	zones(&s.out, s.Session)
}

// zones writes the contents of the zones of a session, as its players see them.
func zones(out *strings.Builder, s *session.Session) {
	layout := s.State().Layout
	for slot := range layout.ZoneSlots() {
		d, owner := layout.ZoneDecl(slot)
		fmt.Fprintf(out, "  %s@%d, hidden %v:", d.Name, owner, s.Hidden(slot))
		for _, id := range s.Listed(slot) {
			fmt.Fprintf(out, " %s=%s", s.Label(id), s.Definition(id).ID)
			if word, ok := s.Face(id); ok {
				out.WriteString("(" + word + ")")
			}
			if value, ok := s.Number(id); ok {
				fmt.Fprintf(out, "(%s)", value)
			}
			for player := 1; player <= s.Players(); player++ {
				if s.ConcealedFrom(id, player) {
					fmt.Fprintf(out, "-%d", player)
				}
			}
			for _, detail := range s.Details(id) {
				value, _ := s.Detail(detail, id, s.Player())
				fmt.Fprintf(out, "[%s %s]", detail.Name, value)
			}
			if m := s.Intent(id); m != nil {
				out.WriteString("<" + m.Name + ">")
			}
		}
		out.WriteString("\n")
	}
}

// load saves the game, loads it, and continues with the loaded one.
func (s *transcriber) load() {
	var text bytes.Buffer
	if err := s.Save(&text); err != nil {
		s.t.Fatal(err)
	}
	loaded, how, problem := session.LoadAll(s.content, &text, "saved.json")
	s.fault(problem)
	if problem != nil {
		return
	}
	s.printf("  %+v, the same state %v\n", *how, loaded.Hash() == s.Hash())
	s.Session = loaded
	s.Trace(&s.tracer)
	s.where()
}
