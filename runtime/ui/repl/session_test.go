package repl

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// Each archive of testdata/sessions is a conversation with the REPL. In its
// section "session" a line that begins with
//
//	>  is typed; with > "…" the text is quoted as in Go, for control characters
//	?  is typed so far, with a bar for its end, and completed
//	@  names a folder of the archive whose files are saved into the workspace
//
// and the lines below it are the answer. The section "settings" lists what
// differs from the defaults: game, seed, width, color, ascii, interactive,
// curtain, greet; files names a folder of the archive that is in the workspace
// from the beginning. The files of the folder "disk" lie where saves do.
func TestSessions(t *testing.T) {
	names, err := filepath.Glob("testdata/sessions/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { playArchive(t, name) })
	}
}

func playArchive(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	must(t, err)
	full, err := filepath.Abs(name)
	must(t, err)
	s := stage{t: t, saves: map[string]map[string]string{}, files: workspace(t)}
	settings, at := "", -1
	for i, f := range archive.Files {
		switch folder, rest, _ := strings.Cut(f.Name, "/"); f.Name {
		case "settings":
			settings = string(f.Data)
		case "session":
			at = i
		default:
			if s.saves[folder] == nil {
				s.saves[folder] = map[string]string{}
			}
			s.saves[folder][rest] = string(f.Data)
		}
	}
	if at < 0 {
		t.Fatalf("%s has no session", name)
	}
	t.Chdir(t.TempDir()) // for saves
	for file, text := range s.saves["disk"] {
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, []byte(text), 0o600))
	}
	s.open(settings)
	want := string(archive.Files[at].Data)
	got := s.play(want)
	if golden.Updating() {
		archive.Files[at].Data = []byte(got)
		must(t, os.WriteFile(full, txtar.Format(archive), 0o600))
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", name, diff)
	}
}

// stage is a REPL on the tests' workspace, and the conversation so far.
type stage struct {
	t     testing.TB
	repl  *REPL
	files fstest.MapFS
	saves map[string]map[string]string
	live  *reload.Live[*rules.Content]
	saved chan Outcome
	out   bytes.Buffer

	script []string
}

// workspace reads the content that the tests play on.
func workspace(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	root := os.DirFS("testdata/workspace")
	must(t, fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	}))
	return files
}

// open starts a game as the settings say.
func (s *stage) open(settings string) {
	s.t.Helper()
	o := Options{Out: &s.out, Seed: 7, Width: 80}
	game, greets := "tavern", false
	for line := range strings.Lines(settings) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		number, _ := strconv.Atoi(value)
		switch key {
		case "game":
			if game = value; game == bazaar.ID {
				maps.Copy(s.files, bazaar.Tree(s.t))
			}
		case "files":
			for file, text := range s.saves[value] {
				s.files[file] = &fstest.MapFile{Data: []byte(text)}
			}
		case "seed":
			o.Seed = uint64(number)
		case "width":
			o.Width = number
		case "players":
			o.Players = number
		case "color":
			o.Color = true
		case "curtain":
			o.Curtain = true
		case "ascii":
			o.ASCII = true
		case "interactive":
			o.Interactive = true
		case "greet":
			greets = true
		default:
			s.t.Fatalf("unknown setting %q", key)
		}
	}
	s.start(game, o)
	if greets {
		s.repl.Greet()
	}
}

// start plays a game on the workspace with the given options.
func (s *stage) start(game string, o Options) {
	s.t.Helper()
	s.enter(settle(s.files), game, o)
}

// site is a workspace that has been built.
type site struct {
	loader *load.Loader
	live   *reload.Live[*rules.Content]
	first  Outcome
}

func settle(files fs.FS) *site {
	loader := load.NewLoader(load.Root{FS: files})
	var last *rules.Content
	live, first := reload.NewLive(func(reload.FileChange) (*rules.Content, diag.List) {
		catalog, problems := loader.Load()
		if catalog == nil {
			return nil, problems
		}
		c, more := rules.Build(catalog, last)
		if c != nil {
			last = c
		}
		problems = append(problems, more...)
		problems.Sort()
		return c, problems
	})
	return &site{loader, live, first}
}

// enter plays a game on a site.
func (s *stage) enter(at *site, game string, o Options) {
	s.t.Helper()
	content, ok := at.live.Value()
	if !ok {
		s.t.Fatalf("the workspace of the tests is broken: %v", at.first.Diagnostics)
	}
	session, problem := session.New(content, game, session.Options{Seed: o.Seed, Players: o.Players})
	if problem != nil {
		s.t.Fatal(*problem)
	}
	s.live, s.saved = at.live, make(chan Outcome, 16)
	o.Outcomes, o.Source = s.saved, at.loader.Source
	o.Rebuild = func() Outcome { return timeless(at.live.Rebuild(reload.FileChange{})) }
	o.Read = func(string) (string, bool) { return s.next() }
	s.repl = New(session, at.first.Diagnostics, o)
}

// timeless makes an outcome the same on every machine.
func timeless(o Outcome) Outcome {
	o.Took = 0
	return o
}

// save puts the files of a section into the workspace, as an editor would.
func (s *stage) save(name string) {
	s.t.Helper()
	files, ok := s.saves[name]
	if !ok {
		s.t.Fatalf("unknown folder %q to save", name)
	}
	for file, text := range files {
		if text == "" {
			delete(s.files, file)
			continue
		}
		s.files[file] = &fstest.MapFile{Data: []byte(text)}
	}
	s.saved <- timeless(s.live.Rebuild(reload.FileChange{Files: slices.Sorted(maps.Keys(files))}))
}

// play types what the session says and returns it with the answers.
func (s *stage) play(session string) string {
	s.script = strings.Split(strings.TrimRight(session, "\n"), "\n")
	for {
		line, ok := s.next()
		if !ok || s.repl.Execute(line) {
			break
		}
	}
	if s.repl.writeError != nil {
		s.t.Error(s.repl.writeError)
	}
	return visible(s.out.String())
}

// next handles everything up to the next line to type, and returns that line.
func (s *stage) next() (string, bool) {
	for len(s.script) > 0 {
		line := s.script[0]
		s.script = s.script[1:]
		sign, rest, _ := strings.Cut(line, " ")
		if sign == ">" || sign == "?" || sign == "@" || sign == "#" {
			fmt.Fprintln(&s.out, line)
		}
		switch sign {
		case ">":
			if text, err := strconv.Unquote(rest); err == nil && strings.Contains(rest, `\`) {
				rest = text
			}
			return rest, true
		case "?":
			s.complete(strings.TrimSuffix(rest, "|"))
		case "@":
			s.save(rest)
		}
	}
	return "", false
}

// complete prints what Tab offers. It omits functions if there are many, because the
// API grows.
func (s *stage) complete(line string) {
	all := s.repl.Complete(line)
	lua := 0
	for _, c := range all {
		if c.Group == luaGroup {
			lua++
		}
	}
	for _, c := range all {
		if c.Group != luaGroup || lua < 5 {
			fmt.Fprintf(&s.out, "%s · %s · %s\n", c.Word, c.About, c.Group)
		}
	}
	if lua >= 5 {
		fmt.Fprintln(&s.out, "… and Lua")
	}
}

var (
	fuelUsed = regexp.MustCompile(`fuel [0-9]+`)
	aHash    = regexp.MustCompile(`\b[0-9a-f]{12}([0-9a-f]{20})?\b`)
)

// visible makes answers readable and stable across engine versions: escape
// codes become a sign, fuel is removed, and hashes are numbered in the order in
// which they appear.
func visible(text string) string {
	text = fuelUsed.ReplaceAllString(text, "fuel …")
	var seen []string
	text = aHash.ReplaceAllStringFunc(text, func(hash string) string {
		brief := hash[:12]
		if !slices.Contains(seen, brief) {
			seen = append(seen, brief)
		}
		return fmt.Sprintf("HASH%d", slices.Index(seen, brief)+1)
	})
	return strings.NewReplacer("\x1b[3J", "␛[3J\n", "\x1b", "␛").Replace(text) // wiping ends no line
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
