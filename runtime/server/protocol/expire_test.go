package protocol_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/server/protocol"
)

// storingServer returns a server that stores unused sessions in a folder.
func storingServer(t *testing.T, folder string) *protocol.Server {
	t.Helper()
	sessions, err := protocol.OpenSessionStore(folder)
	if err != nil {
		t.Fatal(err)
	}
	return serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) { o.SessionStore = sessions })
}

// listed returns the entry of each session in session/list.
func (t *talker) listed() string {
	t.Helper()
	answer := t.send(`{"jsonrpc": "2.0", "id": 7, "method": "session/list"}`)
	var out []string
	for _, one := range answer["result"].([]any) {
		s := one.(map[string]any)
		text := fmt.Sprintf("%v at %v", s["session"], s["turn"])
		if s["stored"] == true {
			text += " stored"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// TestUnusedSessionsAreStoredAndRestored checks that a session which nobody
// uses or watches for an hour is written to disk, stays in the list, and
// continues where it was at the next call, even on a new server.
func TestUnusedSessionsAreStoredAndRestored(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := storingServer(t, folder)
		go s.Expire(ctx)
		c, watcher := newTalker(t, s, false), newTalker(t, s, false)
		for range 3 {
			c.call("session/new", `{"game": "pairs", "seed": 7}`)
		}
		c.call("do", `{"session": "1", "command": "turn d1 6"}`)
		watcher.call("session/watch", `{"session": "2"}`)
		<-time.After(50 * time.Minute)
		c.call("view", `{"session": "3"}`)
		<-time.After(15 * time.Minute)
		if got, want := c.listed(), "1 at 1 stored, 2 at 0, 3 at 0"; got != want {
			t.Errorf("after 65 minutes there are %s, expected %s", got, want)
		}
		if r := c.call("do", `{"session": "1", "command": "undo"}`); r["done"] == true {
			t.Error("there is a command undo")
		}
		if r := c.call("undo", `{"session": "1"}`); r["done"] != true {
			t.Errorf("the woken session cannot be undone: %v", r)
		}
		if got, want := c.listed(), "1 at 0, 2 at 0, 3 at 0"; got != want {
			t.Errorf("when it has woken there are %s, expected %s", got, want)
		}
		c.call("redo", `{"session": "1"}`)
		<-time.After(2 * time.Hour)
		watcher.call("session/unwatch", `{"session": "2"}`)
		c.call("view", `{"session": "1"}`)
		c.call("view", `{"session": "3"}`)
		<-time.After(40 * time.Minute)
		if got, want := c.listed(), "1 at 1, 2 at 0, 3 at 0"; got != want {
			t.Errorf("soon after it was watched there are %s, expected %s", got, want)
		}
		<-time.After(62 * time.Minute)
		if got, want := c.listed(), "1 at 1 stored, 2 at 0 stored, 3 at 0 stored"; got != want {
			t.Errorf("in the end there are %s, expected %s", got, want)
		}
		c.call("session/close", `{"session": "2"}`)
		cancel()
		synctest.Wait()
	})
	next := newTalker(t, storingServer(t, folder), false)
	if got := strings.ReplaceAll(next.listed(), "at 1", "at 0"); got != "1 at 0 stored, 2 at 0 stored" {
		t.Errorf("the next server has %s", got)
	}
	if v := next.call("view", `{"session": "2"}`); v["session"] != "2" {
		t.Errorf("a session of the server before is %v", v)
	}
}

// TestAbandonedSessionsDoNotBlockNewOnes checks that a client can start a game
// however many abandoned sessions there are, and that none of those is lost.
func TestAbandonedSessionsDoNotBlockNewOnes(t *testing.T) {
	c := newTalker(t, storingServer(t, t.TempDir()), false)
	for range 205 {
		c.call("session/new", `{"game": "pairs"}`)
	}
	list := c.listed()
	if n := strings.Count(list, ","); n != 204 || strings.Count(list, "stored") != 5 || !strings.HasPrefix(list, "1 at 0 stored") {
		t.Errorf("there are %s", list)
	}
	c.call("do", `{"session": "1", "command": "pass"}`)
}

// TestSessionsThatCannotBeStoredStayInMemory checks that nothing is lost when the disk
// refuses writes, and that the log says why.
func TestSessionsThatCannotBeStoredStayInMemory(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "sessions")
	sessions, err := protocol.OpenSessionStore(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		s := serverWith(t, map[string]string{"content/pairs/game.yaml": pairs}, func(o *protocol.Options) {
			o.SessionStore, o.Idle, o.Log = sessions, time.Minute, slog.New(slog.NewTextHandler(&log, nil))
		})
		ctx, cancel := context.WithCancel(t.Context())
		go s.Expire(ctx)
		c := newTalker(t, s, false)
		c.call("session/new", `{"game": "pairs"}`)
		<-time.After(2 * time.Minute)
		if got := c.listed(); got != "1 at 0" {
			t.Errorf("there are %s", got)
		}
		cancel()
		synctest.Wait()
	})
	if !strings.Contains(log.String(), "there is no such folder; create it first") {
		t.Errorf("the log says %s", log.String())
	}
}

// TestAStoredSessionKeepsTriedValuesAndUndoneCommands checks that a session
// that was stored continues with the parameters being tried, and that what was
// undone can still be redone.
func TestAStoredSessionKeepsTriedValuesAndUndoneCommands(t *testing.T) {
	folder := t.TempDir()
	store := func() {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := storingServer(t, folder)
			go s.Expire(ctx)
			c := newTalker(t, s, true)
			c.call("session/new", `{"game": "pairs", "seed": 7}`)
			c.call("session/tune", `{"session": "1", "params": {"pairs.start": 5}}`)
			for _, command := range []string{"turn d1 6", "turn d2 6", "pass"} {
				c.call("do", `{"session": "1", "command": "`+command+`"}`)
			}
			c.call("undo", `{"session": "1", "count": 2}`)
			<-time.After(62 * time.Minute)
			if got := c.listed(); got != "1 at 1 stored" {
				t.Errorf("there are %s", got)
			}
			cancel()
			synctest.Wait()
		})
	}
	store()
	c := newTalker(t, storingServer(t, folder), true)
	if got := c.listed(); got != "1 at 1 stored" {
		t.Fatalf("the next server has %s", got)
	}
	if v := c.call("evaluate", `{"session": "1", "source": "game.start"}`); v["text"] != "5" {
		t.Errorf("the tried value is %v", v)
	}
	if r := c.call("redo", `{"session": "1", "count": 2}`); r["done"] != true {
		t.Errorf("nothing can be redone: %v", r)
	}
	if got := c.listed(); got != "1 at 3" {
		t.Errorf("after redoing there are %s", got)
	}
}

// TestAStoredSessionWithoutItsFileIsAnError checks the error for a session that
// has lost its file.
func TestAStoredSessionWithoutItsFileIsAnError(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "3.session"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newTalker(t, storingServer(t, folder), true)
	if err := os.Remove(filepath.Join(folder, "3.session")); err != nil {
		t.Fatal(err)
	}
	if got, code := c.errorOf("view", `{"session": "1"}`), c.fails("view", `{"session": "1"}`); got != `the session "1" was stored, and its file is gone` || code != -32004 {
		t.Error(got)
	}
}
