package protocol

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/server/host"
)

// plainWithStore returns a server of the plain game with a store, its client
// and a session that was stored.
func plainWithStore(t *testing.T, folder string) (*Server, *Client, *liveSession) {
	t.Helper()
	sessions, err := OpenSessionStore(folder)
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Options{Content: plain(t), SessionStore: sessions})
	c := s.Connect(Rights{Debug: true, Saves: true})
	t.Cleanup(c.Close)
	if _, err := c.newSession(t.Context(), New{Game: "g"}); err != nil {
		t.Fatal(err)
	}
	session := s.sessions["1"]
	if !s.unload(session) {
		t.Fatal("the session cannot be stored")
	}
	return s, c, session
}

// hostedPlain returns a host with a table of the plain game.
func hostedPlain(t *testing.T) (*host.Host, *host.CreatedTable) {
	t.Helper()
	h, err := host.Open(host.Options{Folder: t.TempDir(), Content: plain(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	table, err := h.Create(host.Setup{Game: "g"})
	if err != nil {
		t.Fatal(err)
	}
	return h, table
}

// expectError compares the whole error of a call.
func expectError(t *testing.T, what string, got *Error, code int, message string) {
	t.Helper()
	if want := (&Error{Code: code, Message: message}); !reflect.DeepEqual(got, want) {
		t.Errorf("%s: the error is %+v, expected %+v", what, got, want)
	}
}

// TestASessionStoredWhileCallsWait checks that calls which wait for a session
// fetch it again if it is stored before their turn, once for all of them.
func TestASessionStoredWhileCallsWait(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, c, _ := plainWithStore(t, folder)
		session, err := s.lockSession(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		answers := make(chan *Error)
		for range 3 {
			go func() {
				r, err := c.do(t.Context(), Do{Session: "1", Command: "go"})
				if err == nil && !r.Done {
					err = &Error{Message: r.Refusal}
				}
				answers <- err
			}()
		}
		synctest.Wait() // until all of them wait for the session
		waitedFor := session.mutex
		session.mutex = host.NewLock()
		if !s.unload(session) {
			t.Error("the session cannot be stored")
		}
		session.mutex = waitedFor
		s.fetching.Lock()
		session.mutex.Unlock()
		synctest.Wait() // until all of them wait to fetch it
		s.fetching.Unlock()
		for range 3 {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		if again := s.sessions["1"]; again == session || again.session.Turn() != 3 || len(s.sessions) != 1 || len(s.stored) != 0 {
			t.Errorf("%d sessions are in memory, %d stored, the first at turn %d", len(s.sessions), len(s.stored), again.session.Turn())
		}
	})
}

// TestASessionClosedWhileCallsWait checks that calls which wait for a session that
// is closed before their turn do not find it, and that it is not stored any more.
func TestASessionClosedWhileCallsWait(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, c, _ := plainWithStore(t, folder)
		session, err := s.lockSession(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		answers := make(chan *Error)
		for range 3 {
			go func() {
				_, err := c.closeSession(t.Context(), SessionRef{"1"})
				answers <- err
			}()
		}
		synctest.Wait()
		session.mutex.Unlock()
		closed := 0
		for range 3 {
			if err := <-answers; err == nil {
				closed++
			} else {
				expectError(t, "closing it again", err, codeNotFound, `unknown session "1"`)
			}
		}
		if closed != 1 {
			t.Errorf("it is closed %d times", closed)
		}
		if s.unload(session) || len(s.stored) != 0 {
			t.Error("a closed session is stored")
		}
	})
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%v is left on the sessions, %v", left, err)
	}
}

// TestASessionInUseIsNotStored checks that a session stays in memory while a call
// uses it, or once a client watches it, and that it is stored only once.
func TestASessionInUseIsNotStored(t *testing.T) {
	s, c, away := plainWithStore(t, t.TempDir())
	if s.unload(away) {
		t.Error("a stored session is stored again")
	}
	session, err := s.lockSession(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	if s.unload(session) || session.mutex.TryLock() || s.sessions["1"] != session {
		t.Error("a session is stored, or unlocked, while a call uses it")
	}
	session.mutex.Unlock()
	if _, err := c.watch(t.Context(), ViewRequest{Session: "1"}); err != nil {
		t.Fatal(err)
	}
	if s.unload(session) || session.unloaded || s.sessions["1"] != session {
		t.Error("a session is stored after a client has begun to watch it")
	}
	if _, err := c.unwatch(t.Context(), SessionRef{"1"}); err != nil {
		t.Fatal(err)
	}
	if !s.unload(session) {
		t.Error("a session that nobody watches any more is not stored")
	}
}

// TestCallsDoNotWaitForeverForASession checks the errors of calls whose time ends
// while a session is in use, being fetched, listed or copied.
func TestCallsDoNotWaitForeverForASession(t *testing.T) {
	s, c, _ := plainWithStore(t, t.TempDir())
	ended := &ending{t.Context(), 0}
	s.fetching.Lock()
	_, err := s.lockSession(ended, "1")
	expectError(t, "fetching", err, codeLimit, `the session "1" was busy for too long`)
	s.fetching.Unlock()
	_, err = c.list(&ending{t.Context(), 0}, None{})
	expectError(t, "listing", err, codeLimit, "there are too many stored sessions to list in time")
	if _, err := c.view(t.Context(), ViewRequest{Session: "1"}); err != nil {
		t.Fatal(err)
	}
	_, err = s.lockSession(&ending{t.Context(), 0}, "1")
	expectError(t, "waiting", err, codeLimit, `the session "1" was busy for too long`)
	if _, err := c.do(t.Context(), Do{Session: "1", Command: "go"}); err != nil {
		t.Fatal(err)
	}
	_, err = c.branch(&ending{t.Context(), 1}, SessionRef{"1"}) // it ends after the session has been found
	if err == nil || err.Code != codeContent || !strings.Contains(err.Message, "loading was cancelled") || len(s.sessions) != 1 {
		t.Errorf("copying: %+v, %d sessions", err, len(s.sessions))
	}
}

// TestAStoredSessionIsNotFetchedWithoutRoom checks that a stored session is not
// fetched when all that are in memory are watched, and is then still stored.
func TestAStoredSessionIsNotFetchedWithoutRoom(t *testing.T) {
	s, c, _ := plainWithStore(t, t.TempDir())
	for range maxSessions {
		o, err := c.newSession(t.Context(), New{Game: "g"})
		if err != nil {
			t.Fatal(err)
		}
		c.watching[o.Session] = 0
	}
	_, err := c.view(t.Context(), ViewRequest{Session: "1"})
	expectError(t, "fetching it", err, codeLimit, "there are 200 sessions already: close one first")
	if _, err := c.closeSession(t.Context(), SessionRef{"9"}); err != nil {
		t.Fatal(err)
	}
	if o, err := c.view(t.Context(), ViewRequest{Session: "1"}); err != nil || o.Session != "1" || len(s.sessions) != maxSessions || len(s.stored) != 0 {
		t.Errorf("with room it is %v, %v", o, err)
	}
}

// TestRestoringUndoneCommandsIsLimitedInTime checks that a stored session can be used
// however many of its undone commands can be restored in time, and that its notes
// say so.
func TestRestoringUndoneCommandsIsLimitedInTime(t *testing.T) {
	s, c, _ := plainWithStore(t, t.TempDir())
	for range 3 {
		if _, err := c.do(t.Context(), Do{Session: "1", Command: "go"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.undo(t.Context(), StepCount{Session: "1", Count: 3}); err != nil {
		t.Fatal(err)
	}
	s.unload(s.sessions["1"])
	kept := s.stored["1"]
	data, err := s.options.SessionStore.get(kept.file)
	if err != nil {
		t.Fatal(err)
	}
	restored := 0
	for n := 0; restored < 3; n++ {
		session, failed := s.wake(&ending{t.Context(), n}, s.live(), data, kept.file)
		if failed != nil {
			continue // the save itself was not loaded in time
		}
		undone := len(session.session.Undone())
		if session.session.Turn() != 0 || undone < restored || undone > restored+1 {
			t.Errorf("after %d looks at the time, %d undone commands follow %d", n, undone, restored)
		}
		if want := []string{"some undone commands cannot be redone any more"}; len(session.notes) > 0 && !reflect.DeepEqual(session.notes, want) || len(session.notes) == 0 && undone < 3 {
			t.Errorf("with %d undone commands, the notes are %q", undone, session.notes)
		}
		if restored = undone; n > 1000 {
			t.Fatal("they are never restored")
		}
	}
}

// TestClosingASessionWithoutItsFileIsNotLogged checks that nothing is logged
// when a fetched session is closed and its file is missing.
func TestClosingASessionWithoutItsFileIsNotLogged(t *testing.T) {
	folder := t.TempDir()
	s, c, _ := plainWithStore(t, folder)
	var log strings.Builder
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	if _, err := c.view(t.Context(), ViewRequest{Session: "1"}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, s.sessions["1"].file)); err != nil {
		t.Fatal(err)
	}
	if _, err := c.closeSession(t.Context(), SessionRef{"1"}); err != nil || log.Len() > 0 {
		t.Errorf("closing it: %v, %s", err, log.String())
	}
}

// TestSessionsDoNotExpireWithoutAStore checks that a server that stores no
// sessions has nothing to wait for.
func TestSessionsDoNotExpireWithoutAStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
		defer cancel()
		begun := time.Now()
		NewServer(Options{Content: plain(t)}).Expire(ctx)
		if took := time.Since(begun); took != 0 {
			t.Errorf("it waits for %v", took)
		}
	})
}

// TestADisconnectedClientGivesUpItsSeat checks that a client that disconnects
// while it joins gives up its seat, and starts no simulation.
func TestADisconnectedClientGivesUpItsSeat(t *testing.T) {
	h, table := hostedPlain(t)
	s := NewServer(Options{Content: plain(t), Host: h})
	c, watcher := s.Connect(Rights{Seats: true}), s.Connect(Rights{Seats: true})
	defer watcher.Close()
	join := Join{Table: table.Table, Token: table.Seats[0]}
	here := func() bool {
		t.Helper()
		joined, err := watcher.join(t.Context(), Join{Table: table.Table, Token: table.Watch})
		if err != nil {
			t.Fatal(err)
		}
		return joined.Presence.Seats[0].Here
	}
	if _, err := c.join(t.Context(), join); err != nil || !here() {
		t.Fatalf("the seat is empty, %v", err)
	}
	c.Close()
	if here() {
		t.Error("a client that has gone keeps its seat")
	}
	if _, err := c.join(t.Context(), join); err != nil || here() {
		t.Errorf("a client that has gone has a seat, %v", err)
	}
	_, failed := c.simulate(t.Context(), Simulate{Game: "g", Games: 1})
	expectError(t, "simulating", failed, codeCancelled, "the client has gone")
	if s.simulations != 0 {
		t.Errorf("%d simulations are running", s.simulations)
	}
}

// TestTableFaultsBecomeErrors checks the error for each kind of fault.
func TestTableFaultsBecomeErrors(t *testing.T) {
	for kind, code := range map[host.ErrorKind]int{
		host.Invalid: codeParams, host.Forbidden: codeForbidden, host.LimitExceeded: codeLimit, host.Stale: codeStale, host.Unavailable: codeContent,
	} {
		expectError(t, "a fault", hostError(&host.Error{Kind: kind, Text: "so it is"}), code, "so it is")
	}
	expectError(t, "another error", hostError(errors.New("a secret")), codeInternal, "the table failed; the log of its host says why")
	got, want := hostError(&host.Error{Kind: host.Stale, Text: "late", Sequence: 7}), &Error{Code: codeStale, Message: "late", Data: LastOnce{7}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("a fault with a number: %+v", got)
	}
}
