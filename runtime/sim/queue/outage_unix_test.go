//go:build unix

package queue

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// games is the number of games per job in the scenarios: 30 chunks.
const games = 300

// outages lists what happens to processes while a job is played. In every case
// the answer must be that of a single machine.
var outages = []struct {
	name string
	// quick marks those that run on every change.
	quick bool
	run   func(t *testing.T, s *stage)
}{
	{"a worker is killed while it plays", true, func(t *testing.T, s *stage) {
		hanging := s.worker("hangs")
		c := s.coordinator("j", games)
		hanging.next("taken")
		s.kill(hanging, syscall.SIGKILL)
		s.worker("plain")
		s.agrees(c, games)
	}},
	{"a worker dies between playing and storing", false, func(t *testing.T, s *stage) {
		exiting := s.worker("exits")
		c := s.coordinator("j", games)
		_ = exiting.Wait()
		s.worker("plain")
		s.agrees(c, games)
	}},
	{"a worker is suspended", false, func(t *testing.T, s *stage) {
		suspended := s.worker("slow")
		c := s.coordinator("j", games)
		suspended.next("played")
		s.freeze(suspended, scaled(40*time.Second))
		s.agrees(c, games)
	}},
	{"the server is unreachable", true, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		w.next("played")
		s.kill(s.process, syscall.SIGTERM)
		<-time.After(scaled(12 * time.Second))
		s.up()
		s.agrees(c, games)
		if c.count("notice no server") == 0 {
			t.Error("no notice was sent")
		}
	}},
	{"the server is killed", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		w.next("played")
		s.kill(s.process, syscall.SIGKILL)
		s.up()
		s.agrees(c, games)
	}},
	{"the server is frozen", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		w.next("played")
		s.freeze(s.process, scaled(25*time.Second))
		s.agrees(c, games)
	}},
	{"the server loses all that it stored", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		w.next("played")
		s.kill(s.process, syscall.SIGKILL)
		s.dir = t.TempDir()
		s.up()
		s.worker("plain") // has to fetch the content
		s.agrees(c, games)
	}},
	{"the server comes last", false, func(t *testing.T, s *stage) {
		s.kill(s.process, syscall.SIGTERM)
		w, c := s.worker("slow"), s.coordinator("j", games)
		w.next("notice no server")
		c.next("notice no server")
		s.up()
		s.agrees(c, games)
	}},
	{"the coordinator is suspended", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		w.next("played")
		s.freeze(c, scaled(60*time.Second))
		s.agrees(c, games)
	}},
	{"the coordinator is killed and comes back", true, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		c := s.coordinator("j", games)
		for range 8 {
			w.next("played")
		}
		s.kill(c, syscall.SIGKILL)
		c = s.coordinator("j", games)
		if notice := c.next("notice resumed"); !strings.Contains(notice, "of 30 chunks were played before") {
			t.Errorf("got the notice %q", notice)
		}
		s.agrees(c, games)
		// A chunk whose lease runs out on a busy machine is played again; with those
		// stored before, it would be 38.
		if n := w.count("played"); n > 34 {
			t.Errorf("30 chunks were played %d times", n)
		}
	}},
	{"the coordinator of a long job is killed", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		long := s.coordinator("long", 1_000_000)
		w.next("played")
		s.kill(long, syscall.SIGKILL)
		began := time.Now()
		s.agrees(s.coordinator("short", games), games)
		if took := time.Since(began); took > scaled(60*time.Second)+5*time.Second {
			t.Errorf("the next job took %s", took)
		}
	}},
	{"two jobs share a worker", false, func(t *testing.T, s *stage) {
		w := s.worker("slow")
		long := s.coordinator("long", 1_000_000)
		w.next("played")
		before := w.count("played")
		s.agrees(s.coordinator("short", games), games)
		if n := w.count("played") - before; n > 4*games/10 {
			t.Errorf("%d chunks were played meanwhile", n)
		}
		s.kill(long, syscall.SIGKILL)
	}},
	{"a worker has other semantics", false, func(t *testing.T, s *stage) {
		stranger := start(t, "worker", s.url, "strange", "plain")
		c := s.coordinator("j", games)
		if notice := stranger.next("notice mismatch |"); notice != "job j is played with semantics tested, not strange: install the same version of the program" {
			t.Errorf("the worker got the notice %q", notice)
		}
		if notice := c.next("notice mismatch |"); notice != "worker tested-plain plays with semantics strange, not tested, and gets no games: install the same version of the program there" {
			t.Errorf("the coordinator got the notice %q", notice)
		}
		c.next("notice no workers")
		s.worker("plain")
		s.agrees(c, games)
		if stranger.count("played") > 0 {
			t.Error("it played")
		}
	}},
}

// TestOutages runs scenarios with processes and signals against a real server:
// a few on every change, and all of them nightly with the default periods.
func TestOutages(t *testing.T) {
	t.Parallel()
	all := *allOutages || os.Getenv("SLEIGHT_NIGHTLY") != ""
	for _, o := range outages {
		if !o.quick && !all {
			continue
		}
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			o.run(t, newStage(t).up())
		})
	}
}

func (s *stage) kill(p *process, signal os.Signal) {
	s.t.Helper()
	if err := p.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
	_ = p.Wait()
}

// freeze suspends a process for a time.
func (s *stage) freeze(p *process, d time.Duration) {
	s.t.Helper()
	if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
		s.t.Fatal(err)
	}
	<-time.After(d)
	if err := p.Process.Signal(syscall.SIGCONT); err != nil {
		s.t.Fatal(err)
	}
}
