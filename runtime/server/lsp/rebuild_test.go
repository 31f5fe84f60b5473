package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"go.lsp.dev/protocol"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/runtime/sleight/workspace"
)

// interrupted is a file system with a callback for opening a file.
type interrupted struct {
	fstest.MapFS
	opened func(name string)
}

func (f *interrupted) Open(name string) (fs.File, error) {
	f.opened(name)
	return f.MapFS.Open(name)
}

// ReadFile makes fs.ReadFile open the file.
func (f *interrupted) ReadFile(name string) ([]byte, error) {
	f.opened(name)
	return f.MapFS.ReadFile(name)
}

// TestEditsDuringABuildAreBuiltNext edits while the content is built, and checks that
// requests wait for the next build too, and that nothing is pending after it.
func TestEditsDuringABuildAreBuiltNext(t *testing.T) {
	for _, edited := range []string{"/x.yaml", ""} {
		var s *server
		files := &interrupted{MapFS: manyDice(1), opened: func(name string) {
			if strings.HasSuffix(name, "dice.yaml") && s != nil && s.built == nil {
				s.markChanged(edited)
			}
		}}
		w, err := workspace.New(workspace.FS("p@1", files))
		if err != nil {
			t.Fatal(err)
		}
		s = &server{
			workspace: w, dir: filepath.ToSlash(t.TempDir()), files: map[string]*document{}, edits: make(chan struct{}, 1),
			log: slog.New(slog.DiscardHandler), rebuilt: make(chan struct{}), conn: &cutConn{left: 1 << 30},
		}
		for _, want := range []bool{true, false} {
			if s.rebuild(t.Context(), map[string]bool{}); s.pending != want || s.built.content == nil {
				t.Errorf("after an edit of %q: pending %v, want %v", edited, s.pending, want)
			}
		}
	}
}

// TestBuildsStopWhenTheEditorLeaves ends a session while the server waits for
// more edits.
func TestBuildsStopWhenTheEditorLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		s := &server{edits: make(chan struct{}, 1)} // a build would panic
		go s.rebuildAfterEdits(ctx)
		s.markChanged("/x.yaml")
		synctest.Wait()
		leave()
		synctest.Wait()
		if len(s.changed) != 1 {
			t.Errorf("%v is built", s.changed)
		}
	})
}

// TestProblemReferences checks a whole problem as an editor gets it: notes
// without a place are omitted.
func TestProblemReferences(t *testing.T) {
	s := &server{dir: "/dir"}
	b := &snapshot{texts: map[string][]byte{"/b.yaml": []byte("one: 1\n  two: 2\n")}}
	d := diag.Diagnostic{
		Severity: diag.Error, Code: "x/y", Place: diag.Place{File: "/a.yaml", Line: 1, Column: 2},
		Message: diag.Sentencef("it is wrong"), Hint: diag.Sentencef("mend it"),
		Notes: []diag.Note{
			{Message: diag.Sentencef("nowhere")},
			{Place: diag.Place{File: "/b.yaml", Line: 2}, Message: diag.Sentencef("there")},
		},
	}
	got, err := protocol.Marshal(s.diagnostic(b, "a: 1\n", d))
	const want = `{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":2}},"severity":1,"code":"x/y","source":"sleight","message":"it is wrong\nmend it",` +
		`"relatedInformation":[{"location":{"uri":"file:///b.yaml","range":{"start":{"line":1,"character":2},"end":{"line":1,"character":8}}},"message":"there"}]}`
	if err != nil || string(got) != want {
		t.Errorf("got\n%s, %v\nwant\n%s", got, err, want)
	}
}

// TestShippedFilesAreNotFixed checks that no fix changes a file that ships with the
// program or belongs to an installed pack.
func TestShippedFilesAreNotFixed(t *testing.T) {
	s := serverOf(t, manyDice(1))
	s.files["/x.yaml"] = &document{text: "a: sides\n"}
	edit := func(file string) diag.List {
		return diag.List{{Edits: []diag.Edit{{Place: diag.Place{File: file, Line: 1, Column: 4, Length: 5}, Old: "sides", New: "faces"}}}}
	}
	if got := s.fixes(s.built, edit("/x.yaml")); got == nil || len(got.Changes) != 1 {
		t.Errorf("the author's own file: %+v", got)
	}
	const shipped = workspace.Embedded + "/content/p/dice.yaml"
	own := diag.List{{Edits: []diag.Edit{{Place: diag.Place{File: shipped, Line: 2, Column: 18, Length: 5}, Old: "sides", New: "faces"}}}}
	if got := s.fixes(s.built, own); got != nil {
		t.Errorf("a file that ships with the program: %+v", got)
	}
	if got := s.fixes(s.built, nil); got != nil {
		t.Errorf("no problem: %+v", got)
	}
	if got := s.fixes(s.built, edit("/none.yaml")); got != nil {
		t.Errorf("no file: %+v", got)
	}
}

// TestEveryNameOfTheEngineIsExplained checks the explanation of each name of the API
// and of Lua's library, as it is written and as the last field of something.
func TestEveryNameOfTheEngineIsExplained(t *testing.T) {
	explained := func(text, word string) string {
		at := &cursor{content: text}
		return at.explainLua(word, len([]rune(text))-len(word)+1)
	}
	for _, f := range api.Functions() {
		if got, want := explained(f.Name, f.Name), describeFunction(&f); got != want || !strings.Contains(got, "*Fuel:* "+f.Cost+".") {
			t.Errorf("%s: %s", f.Name, got)
		}
		if got := explained("ö."+f.Name, f.Name); got != "" {
			t.Errorf("a field %s: %s", f.Name, got)
		}
	}
	for _, v := range api.Values() {
		if got, want := explained("x = "+v.Name, v.Name), fmt.Sprintf("**%s**\n\n%s", v.Name, v.Doc); got != want {
			t.Errorf("%s: %s", v.Name, got)
		}
	}
	for _, e := range lua.Standard() {
		word := e.Name[strings.LastIndexByte(e.Name, '.')+1:]
		if got, want := explained("("+e.Name, word), describeLibrary(&e); got != want {
			t.Errorf("%s: %s", e.Name, got)
		}
	}
	if got := explained("x.y", "y"); got != "" {
		t.Errorf("a name of a script: %s", got)
	}
}

// TestProblemsToFixTogether checks that the problems with one code are fixed in the
// order of their places.
func TestProblemsToFixTogether(t *testing.T) {
	b := &snapshot{problems: map[string]diag.List{}}
	var want []string
	for _, file := range []string{"/a", "/b", "/c", "/d", "/e"} {
		problem := func(line int, code string, edits ...diag.Edit) diag.Diagnostic {
			return diag.Diagnostic{Code: code, Place: diag.Place{File: file, Line: line}, Edits: edits}
		}
		b.problems[file] = diag.List{problem(1, "y", diag.Edit{}), problem(2, "x"), problem(3, "x", diag.Edit{}), problem(4, "x", diag.Edit{})}
		want = append(want, file+":3", file+":4")
	}
	var got []string
	for _, d := range fixable(b, "x") {
		got = append(got, d.Place.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestFieldsOfTheLibrary checks the completions after each table of Lua's
// library.
func TestFieldsOfTheLibrary(t *testing.T) {
	s := serverOf(t, manyDice(1))
	for _, table := range []string{"string", "table", "math", "other"} {
		s.files["/x.lua"] = &document{text: table + "."}
		found, err := s.Completion(t.Context(), &protocol.CompletionParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: s.uri("/x.lua")}, Position: protocol.Position{Character: uint32(len(table) + 1)},
		}})
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, i := range found.(*protocol.CompletionList).Items {
			if i.Kind == protocol.CompletionItemKindFunction {
				got = append(got, i.Label)
			}
		}
		for _, e := range lua.Standard() {
			if name, ok := strings.CutPrefix(e.Name, table+"."); ok && e.Status != lua.Absent {
				want = append(want, name)
			}
		}
		if !slices.Equal(got, want) || (table == "other") != (len(want) == 0) {
			t.Errorf("%s: %q, want %q", table, got, want)
		}
	}
}

// TestRenamesAreTriedInASeparateWorkspace checks the error of a rename if that
// cannot be opened, and that the worth of a definition is not measured for an
// editor that has left.
func TestRenamesAreTriedInASeparateWorkspace(t *testing.T) {
	s := serverOf(t, manyDice(1))
	s.options.Open = func(string) (*workspace.Workspace, error) { return nil, errCut }
	if err := s.tryEdits(t.Context(), nil); !errors.Is(err, errCut) {
		t.Error(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	game := serverOf(t, fstest.MapFS{
		"content/g/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: g, version: 1.0.0, title: G}\n")},
		"content/g/game.yaml": {Data: []byte("{kind: game, id: g, name: G, zones: {hand: {of: card, label: h, start: [ace]}}, phases: {main: {use: [hand]}}}\n")},
		"content/g/ace.yaml":  {Data: []byte("{kind: card, id: ace, name: Ace, use: {}, lua: 'return {use = function() win() end}'}\n")},
	})
	d, _ := game.built.content.Catalog.Get("card/ace")
	if answer, err := game.measureWorth(ended, game.built.content, d); !errors.Is(err, context.Canceled) || answer != nil {
		t.Errorf("%s, %v", answer, err)
	}
}

// TestEditorsAreServedAfterAPanic plants a panic in a build: it is published as an
// engine bug, nothing is pending, and the next edit is built and checked.
func TestEditorsAreServedAfterAPanic(t *testing.T) {
	w, err := workspace.New(workspace.FS("p@1", manyDice(1)))
	if err != nil {
		t.Fatal(err)
	}
	w.AroundFirstBuild = func() func() { panic("planted") }
	s := &server{
		workspace: w, dir: filepath.ToSlash(t.TempDir()), files: map[string]*document{}, edits: make(chan struct{}, 1),
		log: slog.New(slog.DiscardHandler), rebuilt: make(chan struct{}), conn: &cutConn{left: 1 << 30},
	}
	s.markChanged("")
	s.rebuild(t.Context(), map[string]bool{})
	if list := s.built.problems[""]; s.pending || len(list) != 1 || list[0].Code != "engine/internal" {
		t.Errorf("pending %v, %v", s.pending, list)
	}
	w.AroundFirstBuild = nil
	s.markChanged("content/p/dice.yaml")
	if s.rebuild(t.Context(), map[string]bool{}); s.pending || s.built.content == nil || len(s.built.problems[""]) > 0 {
		t.Errorf("then: pending %v, content %v, %v", s.pending, s.built.content, s.built.problems)
	}
}

// faultyConn is a connection whose first notification panics.
type faultyConn struct {
	cutConn
	failed bool
}

func (c *faultyConn) Notify(ctx context.Context, method string, params any) error {
	if !c.failed {
		c.failed = true
		panic("planted")
	}
	return c.cutConn.Notify(ctx, method, params)
}

// TestEditorsAreServedAfterAPanicBesideTheBuild plants a panic while problems are sent: it
// is logged, no request waits, and the next edit is built as a whole and its problems sent.
func TestEditorsAreServedAfterAPanicBesideTheBuild(t *testing.T) {
	tree := manyDice(1)
	tree["content/p/dice.yaml"].Data = append(tree["content/p/dice.yaml"].Data, "---\n{kind: die, id: odd, sides: many}\n"...)
	w, err := workspace.New(workspace.FS("p@1", tree))
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	conn := &faultyConn{cutConn: cutConn{left: 1 << 30}}
	s := &server{
		workspace: w, dir: filepath.ToSlash(t.TempDir()), files: map[string]*document{}, edits: make(chan struct{}, 1),
		log: slog.New(slog.NewTextHandler(&log, nil)), rebuilt: make(chan struct{}), conn: conn,
	}
	s.markChanged("")
	reported := map[string]bool{}
	if s.rebuildGuarded(t.Context(), reported); s.pending || !strings.Contains(log.String(), "fault=planted") {
		t.Errorf("pending %v, the log is %s", s.pending, log.String())
	}
	if err := s.waitForBuild(t.Context()); err != nil {
		t.Error(err)
	}
	left := conn.left
	s.markChanged("content/p/dice.yaml")
	if s.rebuildGuarded(t.Context(), reported); s.pending || s.whole || conn.left >= left || strings.Count(log.String(), "fault=") != 1 {
		t.Errorf("then: pending %v, whole %v, %d messages, the log is %s", s.pending, s.whole, left-conn.left, log.String())
	}
}
