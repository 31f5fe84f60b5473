package dispatch

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"sleight/tests/golden"
)

// TestMachinesAnswerEveryInput plays the files named after a machine in testdata:
// each line that begins with ">" is an input at a time, and the lines below are
// all of its effects.
func TestMachinesAnswerEveryInput(t *testing.T) {
	for _, scenes := range []string{"worker", "worker-jobs", "coordinator", "coordinator-ends", "coordinator-alone", "coordinator-slow"} {
		t.Run(scenes, func(t *testing.T) {
			file := "testdata/" + scenes + ".txt"
			machine, _, _ := strings.Cut(scenes, "-")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := &harness{T: t, config: DefaultConfig()}
			p.config.Failures, p.config.Losses, p.config.Wait = 3, 2, time.Minute
			for line := range strings.Lines(string(text)) {
				switch {
				case strings.HasPrefix(line, "> "):
					p.out.WriteString(line)
					p.input(machine, strings.SplitN(strings.TrimSpace(line[2:]), " ", 3))
				case line == "\n", strings.HasPrefix(line, "#"):
					p.out.WriteString(line)
				}
			}
			golden.Check(t, file, p.out.String())
		})
	}
}

// harness is a single machine, with the port and the player of the test.
type harness struct {
	*testing.T
	config      Config
	out         strings.Builder
	worker      *Worker
	coordinator *Coordinator
	now         Time
	has         map[string]bool
}

func (p *harness) say(what string, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		p.Fatal(err)
	}
	fmt.Fprintf(&p.out, "  %s %s\n", what, text)
}

func (p *harness) Send(m Message)  { p.say("sends", m) }
func (p *harness) Notify(n Notice) { p.say("notices", n) }
func (p *harness) Play(m Message)  { p.say("plays", []any{m.Job, m.Turn, m.Chunk, m.Games}) }
func (p *harness) Stop()           { p.out.WriteString("  stops playing\n") }

func (p *harness) Ask(r Request) { p.say("asks", r) }

func (p *harness) Has(digest string) bool { return p.has[digest] }

func (p *harness) Keep(digest string, data []byte) error {
	if string(data) != digest {
		return errors.New("it is damaged")
	}
	p.has[digest] = true
	return nil
}

// input handles a line: TIME KIND ARGUMENT.
func (p *harness) input(machine string, words []string) {
	words = append(words, "", "")
	at, err := time.ParseDuration(words[0])
	if err != nil {
		p.Fatal(err)
	}
	p.now = at
	var m Message
	var a Answer
	for kind, to := range map[string]any{"receive": &m, "answer": &a} {
		if words[1] == kind {
			if err := json.Unmarshal([]byte(words[2]), to); err != nil {
				p.Fatal(words[2], err)
			}
		}
	}
	if machine == "worker" {
		p.toWorker(words, m, a)
	} else {
		p.toCoordinator(words, m, a)
	}
}

func (p *harness) toWorker(words []string, m Message, a Answer) {
	var turn int
	var reason string
	_, _ = fmt.Sscan(words[2], &turn, &reason)
	switch words[1] {
	case "starts":
		p.has = map[string]bool{}
		p.worker = NewWorker("w", "ann", rules, p.config, p, p, p.now)
	case "receive":
		p.worker.Receive(p.now, m)
	case "answer":
		p.worker.Answer(p.now, a)
	case "tick":
		p.worker.Tick(p.now)
	case "played":
		p.worker.Played(p.now, turn, []byte("data"), nil, false)
	case "failed":
		p.worker.Played(p.now, turn, nil, errors.New(reason), reason == "final")
	case "leaves":
		p.worker.Leave(p.now)
	default:
		p.Fatal("unknown input", words)
	}
	wake, up := p.worker.Wake()
	fmt.Fprintf(&p.out, "  %s, wakes at %s, up %t\n", p.worker, wake, up)
}

func (p *harness) toCoordinator(words []string, m Message, a Answer) {
	switch words[1] {
	case "starts": // with a number of games, or 5
		games := 5
		_, _ = fmt.Sscan(words[2], &games)
		spec := Spec{Job: "j", Semantics: rules, Games: games, Size: 2, Content: []Blob{{"record", []byte("r")}, {"bundle", []byte("b")}}}
		p.coordinator = NewCoordinator("c", spec, p.config, p, p.now, func(r *Result) error {
			if string(r.Data) == "bad" {
				return errors.New("its result is bad")
			}
			p.say("counts", []any{r.Chunk, r.Worker})
			return nil
		})
	case "receive":
		p.coordinator.Receive(p.now, m)
	case "answer":
		p.coordinator.Answer(p.now, a)
	case "tick":
		p.coordinator.Tick(p.now)
	case "abandons":
		p.coordinator.Abandon(p.now)
	default:
		p.Fatal("unknown input", words)
	}
	wake, up := p.coordinator.Wake()
	_, err := p.coordinator.Ended()
	fmt.Fprintf(&p.out, "  %d counted, wakes at %s, up %t, %v\n", p.coordinator.Counted(), wake, up, err)
}
