package workspace

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/reload"
)

// TestFaultsAreContainedInGamesNobodyPlays builds a workspace of two games
// while one or the other becomes faulty and is repaired, for a player one of
// them, the other, or any.
func TestFaultsAreContainedInGamesNobodyPlays(t *testing.T) {
	for playing, want := range map[string]string{
		"":      "start coins 3, other 9 | other faulty refused | coins faulty too refused | mended coins 3, other 9",
		"coins": "start coins 3, other 9 | other faulty coins 3 without [other] | coins faulty too refused | mended coins 3, other 9",
		"other": "start coins 3, other 9 | other faulty refused | coins faulty too refused | mended coins 3, other 9",
	} {
		t.Run("playing "+playing, func(t *testing.T) {
			w := coins(t, Here())
			w.PlayingOnly = playing
			put(t, "content/other/game.yaml", other)
			var got []string
			step := func(name string) {
				c, problems := w.RebuildIsolated(reload.FileChange{})
				text := "refused"
				if c != nil {
					if text = shown(c, nil); len(c.BlockedGames()) > 0 {
						text += fmt.Sprintf(" without %v", c.BlockedGames())
					}
				}
				if (c == nil) == (len(problems) == 0) && name != "other faulty" {
					t.Errorf("%s, playing %q: %v", name, playing, problems)
				}
				got = append(got, name+" "+text)
			}
			step("start")
			put(t, "content/other/game.yaml", strings.Replace(other, "phases", "phasse", 1))
			step("other faulty")
			edit(t, "content/coins/game.yaml", "kind: game", "kind: gaem")
			step("coins faulty too")
			edit(t, "content/coins/game.yaml", "kind: gaem", "kind: game")
			put(t, "content/other/game.yaml", other)
			step("mended")
			if text := strings.Join(got, " | "); text != want {
				t.Errorf("playing %q:\n%s\nwant\n%s", playing, text, want)
			}
		})
	}
}

// TestAGameThatIsPlayedDoesNotVanish misspells the kind of a game, so that nothing
// says that the file has one.
func TestAGameThatIsPlayedDoesNotVanish(t *testing.T) {
	for playing, stays := range map[string]bool{"": true, "coins": true, "other": false} {
		t.Run("playing "+playing, func(t *testing.T) {
			w := coins(t, Here())
			w.PlayingOnly = playing
			put(t, "content/other/game.yaml", other)
			if c, problems := w.RebuildIsolated(reload.FileChange{}); c == nil {
				t.Fatal(problems)
			}
			edit(t, "content/coins/game.yaml", "kind: game", "kind: gaem")
			c, problems := w.RebuildIsolated(reload.FileChange{})
			if stays != (c == nil) || len(problems) == 0 {
				t.Errorf("content %v, problems %v", c != nil, problems)
			}
		})
	}
}

// TestOpeningWithOneFaultyGame checks that a workspace with one faulty game
// opens with the other, and what is built in which way.
func TestOpeningWithOneFaultyGame(t *testing.T) {
	w := coins(t, Here())
	put(t, "content/other/game.yaml", strings.Replace(other, "phases", "phasse", 1))
	if c, problems := w.Build(); c != nil || !problems.Failed() {
		t.Errorf("built strictly: %v", problems)
	}
	if c, err := w.BuildValid(); c != nil || err == nil {
		t.Errorf("good: %v", err)
	}
	r := w.Isolate(reload.FileChange{})
	if r.Content == nil || shown(r.Content, nil) != "coins 3" || !r.Isolated() || len(r.Notices) != 1 {
		t.Fatalf("%+v", r)
	}
	if c, notices := w.RebuildIsolated(reload.FileChange{}); c == nil || shown(c, nil) != "coins 3" || len(notices) != 1 {
		t.Errorf("the same fault again: %v", notices)
	}
}

// TestTheFirstBuildIsAnnounced checks that a program can prepare for the first
// build, and for no other.
func TestTheFirstBuildIsAnnounced(t *testing.T) {
	begun, ended := 0, 0
	first := coins(t, Here())
	first.AroundFirstBuild = func() func() { begun++; return func() { ended++ } }
	for range 3 {
		if _, problems := first.Build(); problems.Failed() {
			t.Fatal(problems)
		}
	}
	if begun != 1 || ended != 1 {
		t.Errorf("the first build was announced %d times and ended %d times", begun, ended)
	}
}

// TestUnsavedTextsReplaceFiles checks that texts in an editor are built instead
// of the files, also in other workspaces of the same folder.
func TestUnsavedTextsReplaceFiles(t *testing.T) {
	w := coins(t, Here())
	const game = "content/coins/game.yaml"
	text, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	w.Texts = map[string][]byte{game: bytes.Replace(text, []byte("default: 3"), []byte("default: 6"), 1)}
	if got := shown(w.BuildValid()); got != "coins 6" {
		t.Errorf("built: %s", got)
	}
	if got := shown(w.Proposed(nil).BuildValid()); got != "coins 6" {
		t.Errorf("proposed: %s", got)
	}
	at, err := w.At(".")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(at.BuildValid()); got != "coins 6" {
		t.Errorf("at the same folder: %s", got)
	}
	delete(w.Texts, game)
	if got := shown(w.BuildValid()); got != "coins 3" {
		t.Errorf("built after the text was dropped: %s", got)
	}
}

// TestUnsavedTextsAreFiles checks that files are read that an editor has not
// saved yet, also in folders that do not exist, and that they disappear when
// the editor discards them.
func TestUnsavedTextsAreFiles(t *testing.T) {
	w := coins(t, Here())
	const game, script, penny = "content/notes/game.yaml", "scripts/notes/game.lua", "content/coins/unsaved/penny.yaml"
	if got := shown(w.BuildValid()); got != "coins 3" {
		t.Fatalf("built: %s", got)
	}
	text, err := os.ReadFile("content/coins/game.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w.Texts = map[string][]byte{
		game:               bytes.Replace(text, []byte("id: coins"), []byte("id: notes"), 1),
		script:             []byte("return { do_toss = function() end }\n"),
		penny:              []byte("kind: relic\nid: penny\nname: [\n"),
		"elsewhere/x.yaml": []byte("kind: relic"),
	}
	_, problems := w.Rebuild(reload.FileChange{Files: []string{game, script, penny}})
	if len(problems) == 0 || problems[0].Place.File != penny {
		t.Errorf("the problems are %v", problems)
	}
	delete(w.Texts, penny)
	if c, problems := w.Rebuild(reload.FileChange{Files: []string{penny}}); c == nil || len(c.Games()) != 2 {
		t.Errorf("without the broken one: %v", problems)
	}
	delete(w.Texts, game)
	if c, problems := w.Rebuild(reload.FileChange{Files: []string{game}}); c == nil || len(c.Games()) != 1 {
		t.Errorf("without the new game: %v", problems)
	}
}

// TestStoredFilesKeepTheirByteOrderMark checks that a byte order mark survives
// a change, and which files cannot be stored.
func TestStoredFilesKeepTheirByteOrderMark(t *testing.T) {
	w := coins(t, Here())
	const script, mark = "scripts/coins/game.lua", "\xef\xbb\xbf"
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	put(t, script, mark+string(text))
	if _, err := w.BuildValid(); err != nil {
		t.Fatal(err)
	}
	if err := w.Store(script, []byte("return {}\n")); err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(script); err != nil || string(now) != mark+"return {}\n" {
		t.Errorf("%q, %v", now, err)
	}
	if err := Replace("scripts/coins/none.lua", nil, nil); err == nil {
		t.Error("a file that is not there was replaced")
	}
	const own = "it comes with the program; copy it into a workspace to change it"
	for _, c := range []struct {
		w    *Workspace
		file string
	}{{first(New(Shipped())), script}, {first(New(Shipped(), Here())), Embedded + "/" + script}} {
		if err := c.w.Store(c.file, []byte("x")); err == nil || err.Error() != own {
			t.Errorf("%s: %v", c.file, err)
		}
	}
}

// TestShippedContentIsNotLinted checks that findings in shipped content are
// shown only to those who work on it.
func TestShippedContentIsNotLinted(t *testing.T) {
	untidy := strings.Replace(other, "params: {enough: 9}", "params: {enough: 9}\nvariables: {unused: {start: 0}}", 1)
	files := load.Root{FS: os.DirFS("."), Name: Embedded, Fixed: true}
	coins(t)
	put(t, "content/other/game.yaml", untidy)
	for folder, want := range map[bool]bool{true: false, false: true} {
		w, err := New()
		if err != nil {
			t.Fatal(err)
		}
		w.shipped = []load.Root{files}
		if folder {
			w.folders = []string{"content"}
		}
		c, err := w.BuildValid()
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, d := range w.Lint(c) {
			found = found || strings.HasPrefix(d.Place.File, Embedded+"/content/other/")
		}
		if found != want {
			t.Errorf("with a folder of its own %v: found %v", folder, found)
		}
	}
}
