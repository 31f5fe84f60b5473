package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/server/host"
	"sleight/runtime/sim/experiment"
)

// TestAGameEndsBeforeItsSaveIsTooLong checks that the longest game can be undone,
// and goes on from there up to the same length.
func TestAGameEndsBeforeItsSaveIsTooLong(t *testing.T) {
	s := NewServer(Options{Content: plain(t)})
	c := s.Connect(Rights{Debug: true})
	defer c.Close()
	if _, err := c.newSession(t.Context(), New{Game: "g"}); err != nil {
		t.Fatal(err)
	}
	for range save.MaxCommands - 1 {
		s.sessions["1"].session.Run("go")
	}
	next := func() *Error {
		r, err := c.do(t.Context(), Do{Session: "1", Command: "go"})
		if err == nil && !r.Done {
			t.Error(r)
		}
		return err
	}
	if err := next(); err != nil {
		t.Fatal(err)
	}
	const want = "the game has 100000 commands, which is the maximum for a session: undo some, or start a new game"
	for range 2 {
		expectError(t, "one more command", next(), codeLimit, want)
	}
	if _, err := c.undo(t.Context(), StepCount{Session: "1"}); err != nil {
		t.Fatal(err)
	}
	if err := next(); err != nil {
		t.Error(err)
	}
	if turn := s.sessions["1"].session.Turn(); turn != save.MaxCommands {
		t.Errorf("the game is at turn %d", turn)
	}
	_, err := c.do(t.Context(), Do{Session: "1", Player: 2, Command: "go"})
	expectError(t, "a wrong player", err, codeParams, "player: expected a number from 0 to 1, got 2")
}

// TestInvalidQuestionsAreErrors checks the error for each way in which a
// question can be wrong.
func TestInvalidQuestionsAreErrors(t *testing.T) {
	s := NewServer(Options{Content: plain(t)})
	d := diag.New("content/reference", diag.Place{File: "a.yaml", Line: 2, Column: 1}, "unknown card")
	want := &Error{Code: codeNotFound, Message: "unknown card", Data: s.explain(diag.List{d})}
	for _, err := range []error{&d, diag.List{d}, diag.List{d, diag.New("content/type", diag.Place{}, "another")}, fmt.Errorf("in full: %w", &d)} {
		if got := s.errorOf(err); !reflect.DeepEqual(got, want) {
			t.Errorf("%T: %+v", err, got)
		}
	}
	expectError(t, "a plain error", s.errorOf(errors.New("no such bot")), codeParams, "no such bot")
	expectError(t, "an empty list", s.errorOf(diag.List{}), codeParams, diag.List{}.Error())
}

// TestAPanicEndsOnlyItsSimulation checks the client's error and the log entry
// when a simulation panics.
func TestAPanicEndsOnlyItsSimulation(t *testing.T) {
	var log strings.Builder
	s := NewServer(Options{Content: plain(t), Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "cause" {
			return a
		}
		return slog.Attr{}
	}}))})
	c := s.Connect(Rights{})
	defer c.Close()
	question := experiment.Question{Game: "g", Seed: 1, N: 1}
	question = question.Bots([]string{"random"}, nil)
	s.simulations++
	c.runSimulation(t.Context(), "7", simQuestion{Question: question}) // about no content
	line, _ := c.Next(t.Context())
	got := regexp.MustCompile(`\b[A-Z2-7]{8}\b`).ReplaceAllString(string(line), "ID")
	if want := `{"jsonrpc":"2.0","method":"progress","params":{"simulation":"7","done":0,"of":1,"problem":"the server failed in this call; its log describes incident ID"}}`; got != want {
		t.Errorf("the client is sent %s", got)
	}
	if got := log.String(); got != "cause=\"runtime error: invalid memory address or nil pointer dereference\"\n" || s.simulations != 0 {
		t.Errorf("the log says %s; %d simulations are running", got, s.simulations)
	}
}

// TestANotificationThatPanicsIsLeftOut checks that a client gets the next
// notification, and that the log contains only the incident.
func TestANotificationThatPanicsIsLeftOut(t *testing.T) {
	var log strings.Builder
	s := NewServer(Options{Content: plain(t), Log: slog.New(slog.NewTextHandler(&log, nil))})
	c := s.Connect(Rights{})
	next := func() string {
		line, _ := c.Next(t.Context())
		return string(line)
	}
	c.post("one", func() []byte { return []byte("1") })
	if got := next(); got != "1" || log.Len() > 0 {
		t.Errorf("%s, and the log says %s", got, log.String())
	}
	c.post("two", func() []byte { panic("out of ink") })
	c.post("three", func() []byte { return nil })
	c.post("four", func() []byte { return []byte("4") })
	if got := next(); got != "4" || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), `in="a notification" cause="out of ink"`) {
		t.Errorf("%s, and the log says %s", got, log.String())
	}
	c.Close()
	if len(s.clients) != 0 {
		t.Errorf("%d clients are left", len(s.clients))
	}
}

// TestSourceLinesOfADefinition checks which lines of a file contain a
// definition, up to the last, and the result if its line no longer exists.
func TestSourceLinesOfADefinition(t *testing.T) {
	s := NewServer(Options{Content: plain(t), Source: func(string) ([]byte, bool) { return []byte("a: 1\n---\nb: 2\nc: 3\n---\nd: 4"), true }})
	for line, want := range map[int]string{0: "1 a: 1\n", 1: "1 a: 1\n", 3: "3 b: 2\nc: 3\n", 4: "3 b: 2\nc: 3\n", 6: "6 d: 4", 9: "6 d: 4"} {
		text, from := s.documentOf(&def.Definition{Place: diag.Place{File: "a.yaml", Line: line}})
		if got := fmt.Sprint(from, " ", text); got != want {
			t.Errorf("line %d: %q, expected %q", line, got, want)
		}
	}
}

// TestASessionStoreNeedsAFolder checks that a store is not opened where no
// folder can be created.
func TestASessionStoreNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var failed *fs.PathError
	if s, err := OpenSessionStore(filepath.Join(file, "sessions")); s != nil || !errors.As(err, &failed) || failed.Op != "mkdir" {
		t.Errorf("%v, %v", s, err)
	}
}

// TestSessionsCacheViewsAndTexts checks that a view is built once, and in how
// many languages a session keeps its texts, also when its content changes.
func TestSessionsCacheViewsAndTexts(t *testing.T) {
	before, after := plain(t), plain(t)
	begun, problem := session.New(before, "g", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	s := newLiveSession("1", begun)
	who := viewKey{1, locale.Language{}}
	if first := s.view(who); s.view(who) != first {
		t.Error("the same view is built twice")
	}
	var kept []int
	language := func(i int) locale.Language {
		lang, ok := locale.Parse(strings.Fields("de fr es it nl pt pl cs da sv fi hu ro bg el tr ru uk ja ko zh ar he")[i])
		if !ok {
			t.Fatal(i)
		}
		return lang
	}
	for i := range 23 {
		s.translator(language(i))
		kept = append(kept, len(s.translators))
	}
	if want := "[2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 1 2 3 4]"; fmt.Sprint(kept) != want {
		t.Errorf("the languages kept after each are %v", kept)
	}
	swap := func(c *rules.Content) int {
		if notes := s.swap(c); notes.Failed() {
			t.Fatal(notes)
		}
		s.translator(language(22))
		return len(s.translators)
	}
	few := swap(after)
	for i := range 15 {
		s.translator(language(i))
	}
	most := swap(before)
	s.translator(language(15))
	if full := swap(after); few != 4 || most != 19 || len(s.translators) != 1 || full != 1 {
		t.Errorf("of 4, 19 and 20 languages, %d, %d and %d are kept for new content", few, most, full)
	}
}

// TestReplayingACommandMeetsItsDeadline checks that running a command again stops
// when the time is up, and says that there is more.
func TestReplayingACommandMeetsItsDeadline(t *testing.T) {
	s := NewServer(Options{Content: duelling(t)})
	c := s.Connect(Rights{Debug: true})
	defer c.Close()
	if _, err := c.newSession(t.Context(), New{Game: "duel", Players: 2}); err != nil {
		t.Fatal(err)
	}
	if r, err := c.do(t.Context(), Do{Session: "1", Command: "pass"}); err != nil || !r.Done {
		t.Fatal(r, err)
	}
	for n := range 3 {
		r, err := c.replay(&ending{t.Context(), 1 + n}, Replay{Session: "1", Turn: 1, Every: true})
		if err != nil || len(r.Stops) != n || !r.More {
			t.Errorf("when it ends after %d stops: %+v, %v", n, r, err)
		}
	}
}

// TestEditorsNeedWritableContent checks that a language server begins only where
// content can be written, and ends silently with its client.
func TestEditorsNeedWritableContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		serve := func(ctx context.Context, stream io.ReadWriteCloser) error {
			<-ctx.Done()
			return errors.Join(ctx.Err(), stream.Close())
		}
		o := Options{Content: plain(t), Editor: serve, Log: slog.New(slog.NewTextHandler(&log, nil))}
		c := NewServer(o).Connect(Rights{Debug: true})
		_, err := c.openEditor(t.Context(), None{})
		expectError(t, "without files", err, codeForbidden, "nothing can be written here: run sleight studio in a workspace")
		o.WriteFile = func(string, []byte) error { return nil }
		c = NewServer(o).Connect(Rights{Debug: true})
		if _, err := c.openEditor(t.Context(), None{}); err != nil {
			t.Fatal(err)
		}
		c.Close()
		synctest.Wait() // until the language server has ended
		if log.Len() > 0 {
			t.Errorf("the log says %s", log.String())
		}
	})
}

// TestASeatCanChangeItsLanguage checks that a client at a table is sent its news in
// the language that it chooses later.
func TestASeatCanChangeItsLanguage(t *testing.T) {
	h, table := hostedPlain(t)
	c := NewServer(Options{Content: plain(t), Host: h}).Connect(Rights{Seats: true})
	defer c.Close()
	if _, err := c.join(t.Context(), Join{table.Table, table.Seats[0]}); err != nil {
		t.Fatal(err)
	}
	refusal := func() string {
		t.Helper()
		out, err := c.seatAct(t.Context(), host.Act{Command: "fly"})
		if err != nil {
			t.Fatal(err)
		}
		return out.Refusal
	}
	english := refusal()
	if _, err := c.hello(t.Context(), Greeting{Language: "de"}); err != nil {
		t.Fatal(err)
	}
	if german := refusal(); german == english || english == "" || german == "" {
		t.Errorf("first %q, then %q", english, german)
	}
}
