package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// waiting are the methods that need a session, with valid params beside it.
var waiting = map[string]string{
	"session/save": "", "session/profile": "", "preview": `, "command": "go"`, "session/branch": "", "session/close": "", "session/watch": "", "view": "", "legal": "", "log": "",
	"do": `, "command": "go"`, "choice/begin": `, "command": "go"`, "choice/pick": `, "option": "1"`, "choice/confirm": "",
	"choice/cancel": "", "undo": "", "redo": "", "goto": `, "turn": 0`, "evaluate": `, "source": "1"`, "session/tune": "",
	"debug/inspect": `, "of": "x"`, "debug/replay": `, "turn": 0`,
}

// plain returns content with a game that takes the command go.
func plain(t *testing.T) *rules.Content {
	t.Helper()
	const game = "kind: game\nid: g\nname: G\nlua: |\n  return { start = function() end, do_go = function() end }\nactions: {go: {}}\nphases: {p: {actions: [go]}}\n"
	catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/g/game.yaml": {Data: []byte(game)}}}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		t.Fatal(problems)
	}
	return content
}

// TestMethodsMeetTheirDeadlines checks on a virtual clock that each method that
// waits for a busy session gives up after the seconds that it states, and then
// has no effect; and that no method starts once its time is up.
func TestMethodsMeetTheirDeadlines(t *testing.T) {
	content := plain(t)
	for _, m := range methods() {
		if m.params.Kind().String() == "struct" {
			_, needs := m.params.FieldByName("Session")
			if _, listed := waiting[m.name]; needs != listed && m.name != "session/unwatch" {
				t.Errorf("%s needs a session: %v, and is in the table: %v", m.name, needs, listed)
			}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		s := NewServer(Options{Content: content})
		c := s.Connect(Rights{Debug: true})
		defer c.Close()
		ask := func(ctx context.Context, method, params string) string {
			return string(c.Handle(ctx, fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": %q, "method": %q, "params": {%s}}`, method, method, params)))
		}
		ask(t.Context(), "session/new", `"game": "g"`)
		busy, err := s.lockSession(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		before := busy.session.Hash()
		answers := make(chan string)
		for method, params := range waiting {
			go func() {
				began := time.Now()
				answer := ask(t.Context(), method, `"session": "1"`+params)
				took, want := time.Since(began), time.Duration(s.methods[method].bounds.Seconds)*time.Second
				if took != want || !strings.Contains(answer, fmt.Sprintf("%s took longer than its limit of %d s", method, s.methods[method].bounds.Seconds)) {
					answers <- fmt.Sprintf("%s takes %v, expected %v, and answers %s", method, took, want, answer)
					return
				}
				answers <- ""
			}()
		}
		for range waiting {
			if wrong := <-answers; wrong != "" {
				t.Error(wrong)
			}
		}
		busy.mutex.Unlock()
		if v := s.sessions["1"]; len(s.sessions) != 1 || v.session.Hash() != before || v.session.Turn() != 0 || v.closed {
			t.Error("a call that had run out of time had an effect")
		}
		late, cancel := context.WithDeadline(t.Context(), time.Now())
		defer cancel()
		others := map[right]*Client{seatRight: s.Connect(Rights{Seats: true}), tableRight: s.Connect(Rights{Tables: true})}
		for _, m := range methods() {
			if c = others[m.needs]; c == nil {
				c = s.Connect(Rights{Debug: true})
			}
			defer c.Close()
			var answer struct{ Error *Error }
			if err := json.Unmarshal([]byte(ask(late, m.name, "")), &answer); err != nil || answer.Error == nil || answer.Error.Code != codeLimit {
				t.Errorf("%s out of time answers %+v, %v", m.name, answer.Error, err)
			}
		}
	})
}

// ending is a context that ends after it has been asked n times.
type ending struct {
	context.Context
	n int
}

// Err returns whether the context has ended.
func (e *ending) Err() error {
	if e.n--; e.n < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestLoadingMeetsItsDeadline checks that a save is refused, and no session
// opened, if the time is up at any point of replaying its log.
func TestLoadingMeetsItsDeadline(t *testing.T) {
	s := NewServer(Options{Content: plain(t)})
	c := s.Connect(Rights{Debug: true})
	defer c.Close()
	if _, err := c.newSession(t.Context(), New{Game: "g"}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if r, err := c.do(t.Context(), Do{Session: "1", Command: "go"}); err != nil || !r.Done {
			t.Fatal(r, err)
		}
	}
	saved, err := c.save(t.Context(), SessionRef{Session: "1"})
	if err != nil || !bytes.Contains(saved.Save, []byte(`"go"`)) {
		t.Fatal(err)
	}
	refused := 0
	for n := 0; ; n++ {
		_, err := c.load(&ending{t.Context(), n}, Load(saved))
		if err == nil {
			break
		}
		if refused++; !strings.Contains(err.Message, "loading was cancelled") || len(s.sessions) != 1 {
			t.Errorf("%d: %v, %d sessions", n, err, len(s.sessions))
		}
	}
	if refused < 5 {
		t.Errorf("the time is looked at %d times while 5 commands are replayed", refused)
	}
}
