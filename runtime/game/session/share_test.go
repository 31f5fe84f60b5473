package session_test

import (
	"maps"
	"sync"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestSessionsThatShareContentPlayAsIfAlone plays games concurrently, all with
// the same content, some of which switch to other content in between. Run it
// with the race detector too.
func TestSessionsThatShareContentPlayAsIfAlone(t *testing.T) {
	old, next := build(t, tiny), build(t, edited(t, gameFile, "pay: 2", "pay: 3", "  luck:", "  fame: {start: 4}\n  luck:"))
	embedded := shipped.Content(t)
	jobs := map[string]func() string{}
	for seed := range uint64(4) {
		name := string('a' + rune(seed))
		jobs["tiny "+name] = func() string { return lonely(t, old, "tiny", seed, nil) }
		jobs["moved "+name] = func() string { return lonely(t, old, "tiny", seed, next) }
		for _, g := range embedded.Games() {
			jobs[g.ID()+" "+name] = func() string { return lonely(t, embedded, g.ID(), seed, nil) }
		}
	}
	alone := map[string]string{}
	for name, play := range jobs {
		alone[name] = play()
	}
	together := map[string]string{}
	var mutex sync.Mutex
	var all sync.WaitGroup
	for name, play := range jobs {
		all.Go(func() {
			end := play()
			mutex.Lock()
			defer mutex.Unlock()
			together[name] = end
		})
	}
	all.Wait()
	if !maps.Equal(alone, together) {
		t.Errorf("alone they end as\n%v\nand together as\n%v", alone, together)
	}
}

// lonely plays a random game, using everything a session can do, and returns
// its end. Halfway it switches to other content, if given.
func lonely(t *testing.T, c *rules.Content, game string, seed uint64, next *rules.Content) string {
	s, problem := session.New(c, game, session.Options{Seed: seed, Fuel: enough})
	if problem != nil {
		t.Error(problem)
		return ""
	}
	choose := lucky(seed)
	for range 5 {
		views(s)
		s.Fork(nil).Run("lua say(phase())")
		for range 10 {
			if commands, _ := s.Legal(0); len(commands) > 0 {
				s.Do(commands[choose.IntN(len(commands))])
			}
		}
		if next != nil {
			if notes := s.Swap(next); notes.Failed() {
				t.Error(notes)
			}
		}
		s.Undo(3)
	}
	return s.Hash() + legal(s)
}

// TestHandlesAreInvalidInOtherSessions gives a session commands with the
// entities of another session of the same content: entities that it does not
// have are refused, by its script too, and nothing changes.
func TestHandlesAreInvalidInOtherSessions(t *testing.T) {
	content, refused := shipped.Content(t), 0
	for _, g := range content.Games() {
		one, problem := session.New(content, g.ID(), session.Options{Seed: 1, Fuel: enough})
		if problem != nil {
			t.Fatal(problem)
		}
		other, problem := session.New(content, g.ID(), session.Options{Seed: 2, Fuel: enough})
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(7, "commands")
		for range 200 {
			c, ok, problem := one.Sample(&luck)
			if problem != nil || !ok {
				break
			}
			one.Do(c)
			before := other.Hash()
			r := other.Do(c)
			if r.OK() {
				other.Undo(1)
			} else {
				refused++
			}
			if r.Problem != nil && r.Problem.Code == "engine/internal" || other.Hash() != before {
				t.Fatalf("%s: %s in another session: %v %v", g.ID(), one.Format(c), r.Refusal, r.Problem)
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d commands of other sessions were refused", refused)
	}
}
