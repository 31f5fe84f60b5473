package games_test

import (
	"os"
	"testing"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/lua"
	"sleight/tests/shipped"
)

// TestADebuggerChangesNothing plays every shipped game with and without a
// debugger that evaluates something at many statements, and compares all hashes,
// fuel and results. It also does every command again in a copy and checks that
// it takes the same steps.
func TestADebuggerChangesNothing(t *testing.T) {
	games, commands := 2, 40
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		games, commands = 40, 400
	}
	content := shipped.Content(t)
	for _, g := range content.Games() {
		t.Run(g.ID(), func(t *testing.T) {
			t.Parallel()
			for seed := range games {
				o := session.Options{Seed: uint64(seed)}
				plain, problem := session.New(content, g.ID(), o)
				if problem != nil {
					t.Fatal(problem)
				}
				w := &counter{}
				o.Probe = &session.Probe{Begins: w.begins, Statement: w.statement}
				watched, problem := session.New(content, g.ID(), o)
				if problem != nil {
					t.Fatal(problem)
				}
				w.compare(t, plain, watched, commands)
			}
		})
	}
}

// counter counts statements and evaluates an expression at some of them.
type counter struct {
	session *session.Session
	steps   int
	looks   bool
}

func (c *counter) begins(s *session.Session) { c.session, c.steps = s, 0 }

func (c *counter) statement(*lua.Statement) *diag.Diagnostic {
	c.steps++
	if !c.looks || c.steps%7 != 0 {
		return nil
	}
	s := c.session
	frame := s.VM().Frame(s.VM().Depth() - 1)
	var names []string
	var values []lua.Value
	for _, v := range frame.Variables() {
		names, values = append(names, v.Name), append(values, v.Value)
	}
	debug.Texts(s, values)
	_ = s.EvaluateWith("(function() local t = {} for i = 1, 20 do t[i] = tostring(vars) end return t end)()", names, values, func(lua.Value, string) {})
	return nil
}

func (c *counter) compare(t *testing.T, plain, watched *session.Session, commands int) {
	t.Helper()
	luck := random.New(7, "debug")
	for range commands {
		command, ok, problem := plain.Sample(&luck)
		if problem != nil || !ok {
			break
		}
		text := plain.Format(command)
		c.looks = true
		a, b := plain.Run(text), watched.Run(text)
		if a.OK() != b.OK() || a.Fuel != b.Fuel || plain.Hash() != watched.Hash() {
			t.Fatalf("%s: %v, %d units of fuel, %s; with a debugger %v, %d, %s", text, a.OK(), a.Fuel, plain.Hash(), b.OK(), b.Fuel, watched.Hash())
		}
		if !a.OK() {
			continue
		}
		steps, again := c.steps, &counter{}
		past := watched.CopyBefore(watched.Turn(), &session.Probe{Begins: again.begins, Statement: again.statement})
		if past.Repeat(watched.Log()[watched.Turn()]); again.steps != steps || past.Hash() != watched.Hash() {
			t.Fatalf("%s takes %d steps, and %d when it is done again", text, steps, again.steps)
		}
	}
}

// TestGoingBackIsFastLateInAGame plays a thousand commands and then steps back,
// and asks what changed a value. The bounds leave room for a busy machine:
// docs/debugging.md has measured times.
func TestGoingBackIsFastLateInAGame(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "manipulation", session.Options{Seed: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	luck := random.New(1, "debug")
	for s.Turn() < 1000 {
		s.Run("lua vars.hp = 60") // it would end too soon
		command, ok, problem := s.Sample(&luck)
		if problem != nil {
			t.Fatal(problem)
		}
		if !ok {
			s.Undo(3)
			continue
		}
		s.Do(command)
	}
	d := debug.New()
	d.Attach(s)
	best, asked := time.Hour, time.Hour
	for range 20 {
		began := time.Now()
		if d.Back(debug.BackInto) == nil {
			t.Fatal("there is no way back")
		}
		best = min(best, time.Since(began))
		began = time.Now()
		if all, err := d.History("gold", 10); err != nil || len(all) == 0 {
			t.Fatal(all, err)
		}
		asked = min(asked, time.Since(began))
	}
	d.Leave()
	began := time.Now()
	st, err := d.BackTo("gold")
	t.Logf("after %d commands and %d changes: a step back %v, the last changes of a value %v, back to one of them %v", s.Turn(), s.State().Position(), best, asked, time.Since(began))
	if st == nil || err != nil {
		t.Error(st, err)
	}
	d.Leave()
	d.SetPoints([]*debug.Breakpoint{{Kind: debug.Event, Name: "never"}})
	began = time.Now()
	if st := d.Back(debug.BackContinue); st != nil {
		t.Error("stopped at", st.Stack()[0])
	}
	t.Log("a search through the whole game takes", time.Since(began))
	if best > 50*time.Millisecond || asked > 50*time.Millisecond {
		t.Errorf("a step back takes %v, the last changes of a value %v", best, asked)
	}
}
