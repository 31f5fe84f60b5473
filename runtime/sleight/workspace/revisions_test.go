package workspace

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
)

// git runs git in the working directory.
func git(t *testing.T, args ...string) {
	t.Helper()
	args = append([]string{"-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"}, args...)
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// edit replaces texts in a file of the working directory.
func edit(t *testing.T, file string, edits ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.NewReplacer(edits...).Replace(string(text))), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file of the working directory.
func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shown describes content: its games, each with the value of its parameter
// enough, by which tests distinguish versions; or why there is no content.
func shown(c *rules.Content, problem error) string {
	if c == nil {
		return "no content: " + problem.Error()
	}
	var out []string
	for _, g := range c.Games() {
		p, _ := g.Definition.Param("enough")
		out = append(out, fmt.Sprintf("%s %v", g.ID(), p.Default))
	}
	return strings.Join(out, ", ")
}

// other is a second pack with a game.
const other = "kind: game\nid: other\nname: Other\nparams: {enough: 9}\nphases: {day: {}}\n"

// TestRevisionsOfAWorkspace builds a workspace at revisions of its git
// repository, beside its present state.
func TestRevisionsOfAWorkspace(t *testing.T) {
	w := coins(t, Here())
	if w.Committed() != nil {
		t.Error("something is committed without a repository")
	}
	git(t, "init")
	put(t, "notes.txt", "not content")
	put(t, "content/coins/later.yaml", "kind: relic\nid: later\n")
	git(t, "add", "notes.txt")
	git(t, "commit", "-m", "Notes")
	if w.Committed() != nil {
		t.Error("notes are content")
	}
	if _, err := w.At("HEAD"); err == nil || err.Error() != "there is no such folder, and no git revision in which this folder holds content" {
		t.Errorf("a revision without content: %v", err)
	}
	git(t, "add", "-A")
	git(t, "commit", "-m", "Coins")
	git(t, "tag", "first")
	edit(t, "content/coins/game.yaml", "default: 3", "default: 4")
	put(t, "content/other/game.yaml", other)
	git(t, "add", "-A")
	git(t, "commit", "-m", "More")
	edit(t, "content/coins/game.yaml", "default: 4", "default: 5")
	for name, want := range map[string]string{
		"HEAD": "coins 4, other 9", "first": "coins 3", ".": "coins 5, other 9", "content/coins": "coins 5, other 9",
		"nowhere": "there is no such folder, and no git revision in which this folder holds content",
		"--help":  "there is no such folder, and no git revision in which this folder holds content",
	} {
		at, err := w.At(name)
		if err != nil {
			if err.Error() != want {
				t.Errorf("at %s: %v, want %s", name, err, want)
			}
			continue
		}
		if got := shown(at.BuildValid()); got != want {
			t.Errorf("at %s: %s, want %s", name, got, want)
		}
	}
	if got := shown(w.Committed()()); got != "coins 4, other 9" {
		t.Errorf("committed: %s", got)
	}
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	edit(t, copied+"/content/coins/game.yaml", "default: 5", "default: 8")
	edit(t, copied+"/content/other/game.yaml", "enough: 9", "enough: 1")
	for _, c := range [][3]string{
		{"coins", "first", "coins 3, other 9"},
		{"coins", copied, "coins 8, other 9"},
		{"other", "HEAD", "coins 5, other 9"},
		{"coins", "nowhere", "there is no such folder, and no git revision in which this folder holds content"},
	} {
		with, err := w.WithPack(c[0], c[1])
		if err != nil {
			if err.Error() != c[2] {
				t.Errorf("%s of %s: %v, want %s", c[0], c[1], err, c[2])
			}
			continue
		}
		if got := shown(with.BuildValid()); got != c[2] {
			t.Errorf("%s of %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// TestAFaultyRevisionIsAnError checks that a revision whose lock file cannot be
// read, or whose content cannot be built, is refused, and that a revision without
// settings is read with those of now.
func TestAFaultyRevisionIsAnError(t *testing.T) {
	w := coins(t, Here())
	git(t, "init")
	put(t, install.LockFile, "kind: nonsense\n")
	git(t, "add", "-A")
	git(t, "commit", "-m", "A faulty lock")
	if at, err := w.At("HEAD"); err == nil || !strings.Contains(err.Error(), "HEAD:"+install.LockFile) {
		t.Errorf("%v, %v", at, err)
	}
	if _, err := w.Committed()(); err == nil {
		t.Error("a faulty lock was committed without a report")
	}
	os.Remove(install.LockFile)
	edit(t, "content/coins/game.yaml", "kind: game", "kind: gaem")
	git(t, "add", "-A")
	git(t, "commit", "-m", "A fault")
	edit(t, "content/coins/game.yaml", "kind: gaem", "kind: game")
	if c, err := w.Committed()(); c != nil || err == nil || !strings.Contains(err.Error(), "gaem") {
		t.Errorf("%v", err)
	}
	git(t, "add", "-A")
	git(t, "commit", "-m", "No settings")
	put(t, "content/other/game.yaml", other)
	put(t, load.WorkspaceFile, "kind: workspace\nformat: 1\ndisabled: [coins]\n")
	for name, want := range map[string]string{"HEAD": "", ".": "other 9"} {
		at, err := w.At(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(at.BuildValid()); got != want {
			t.Errorf("at %s: %s, want %s, since the settings disable coins", name, got, want)
		}
	}
}

func first[A, B any](a A, _ B) A { return a }

// TestOnlyOnePackOfAFolderIsTaken checks what is visible of another workspace
// of which one pack is requested.
func TestOnlyOnePackOfAFolderIsTaken(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{
		"content/one/game.yaml", "content/two/game.yaml", "scripts/one/game.lua", "scripts/two/game.lua", "schemas/charm.schema.json",
		load.WorkspaceFile, "notes/two/x.txt",
	} {
		files[name] = &fstest.MapFile{Data: []byte(name)}
	}
	var got []string
	seen := packFiles{files, "one"}
	err := fs.WalkDir(seen, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, path)
		}
		return err
	})
	want := []string{"content/one/game.yaml", "notes/two/x.txt", "schemas/charm.schema.json", "scripts/one/game.lua", load.WorkspaceFile}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	for path, there := range map[string]bool{
		"content/one/game.yaml": true, "scripts/two/game.lua": false, "content/two": false, "content": true, "notes/two/x.txt": true,
		load.WorkspaceFile: false, "content/none": false,
	} {
		_, err := seen.Open(path)
		var fault *fs.PathError
		if (err == nil) != there || err != nil && (!errors.As(err, &fault) || fault.Op != "open" || fault.Path != path || !errors.Is(err, fs.ErrNotExist)) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestMissingSources checks the reports about sources that cannot be
// opened.
func TestMissingSources(t *testing.T) {
	coins(t)
	put(t, "empty/notes.txt", "")
	put(t, "locked/"+install.LockFile, "")
	put(t, "kinds/schemas/x.schema.json", "{}")
	for want, source := range map[string]Source{
		`"nowhere": there is no such folder`:                                                 Folder("nowhere"),
		`"empty/notes.txt": there is no such folder`:                                         Folder("empty/notes.txt"),
		`"content\\coins": there is no such folder; did you mean "content/coins"?`:           Folder(`content\coins`),
		`"content\\none": there is no such folder`:                                           Folder(`content\none`),
		`"empty" is not a workspace, which has a folder content with a folder for each pack`: Folder("empty"),
		`"none.zip": there is no such file`:                                                  Archive("none.zip"),
		`"empty": there is no such file`:                                                     Archive("empty"),
		"":                                                                                   Folder("locked"),
	} {
		w, err := New(source)
		if got := fmt.Sprint(err); got != want && !(err == nil && want == "") || (w == nil) != (err != nil) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if _, err := New(Folder("kinds")); err != nil {
		t.Error(err)
	}
	for want, path := range map[string]string{
		`"nowhere": there is no such file or folder`:                                                       "nowhere",
		`"empty" is not part of a workspace, where files are below content/PACK or scripts/PACK`:           "empty",
		`"empty/notes.txt" is not part of a workspace, where files are below content/PACK or scripts/PACK`: "empty/notes.txt",
	} {
		if _, err := first(New()).AddPath(path); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestTheWorkingDirectoryNeedNotBeAWorkspaceYet checks which files of the
// working directory are watched, where packs may be installed later.
func TestTheWorkingDirectoryNeedNotBeAWorkspaceYet(t *testing.T) {
	t.Chdir(t.TempDir())
	look := func() (int, []string, int) {
		w, err := New(Here())
		if err != nil || !w.Watchable() {
			t.Fatal(err)
		}
		return len(w.Folders()), w.files, len(w.installations)
	}
	if folders, files, installations := look(); folders != 0 || !slices.Equal(files, []string{install.LockFile}) || installations != 1 {
		t.Errorf("an empty folder: %d folders, %q, %d", folders, files, installations)
	}
	for _, name := range []string{install.LockFile, load.WorkspaceFile, "content/x/game.yaml"} {
		t.Chdir(t.TempDir())
		put(t, name, "")
		if folders, files, installations := look(); folders != 3 || !slices.Equal(files, []string{load.WorkspaceFile, install.LockFile}) || installations != 1 {
			t.Errorf("%s: %d folders, %q, %d", name, folders, files, installations)
		}
	}
	if w := first(New(Shipped())); w.Watchable() || w.Folders() != nil {
		t.Error("what ships with the program is watched")
	}
}

// zipped puts the content and scripts of the working directory into an archive.
func zipped(t *testing.T, name string) {
	t.Helper()
	out, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	for _, dir := range []string{"content", "scripts"} {
		if err := fs.WalkDir(os.DirFS("."), dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			f, err := z.Create("packed/" + path)
			if err == nil {
				_, err = f.Write(text)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestArchivesAreSources builds a workspace from a zip file, given as a source
// and as a path, and one pack of it beside a folder.
func TestArchivesAreSources(t *testing.T) {
	w := coins(t, Here())
	edit(t, "content/coins/game.yaml", "default: 3", "default: 7")
	zipped(t, "packed.ZIP")
	edit(t, "content/coins/game.yaml", "default: 7", "default: 3")
	if got := shown(first(New(Archive("packed.ZIP"))).BuildValid()); got != "coins 7" {
		t.Errorf("the archive has %s", got)
	}
	path, _ := New()
	for range 2 { // the second time, it is there already
		target, err := path.AddPath("packed.ZIP")
		if err != nil || !target.Has("packed.ZIP/packed/content/coins/game.yaml") || target.Has("content/coins/game.yaml") || len(path.roots) != 1 {
			t.Errorf("%+v, %v, %d roots", target, err, len(path.roots))
		}
	}
	if got := shown(path.BuildValid()); got != "coins 7" {
		t.Errorf("the path has %s", got)
	}
	with, err := w.WithPack("coins", "packed.ZIP")
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(with.BuildValid()); got != "coins 7" {
		t.Errorf("with the pack of the archive: %s", got)
	}
	put(t, "broken.zip", "nothing")
	if _, err := w.WithPack("coins", "broken.zip"); err == nil {
		t.Error("a broken archive has a pack")
	}
	if got := shown(w.BuildValid()); got != "coins 3" {
		t.Errorf("the workspace itself has become %s", got)
	}
	if got := shown(w.Proposed([]load.Root{{FS: os.DirFS("."), Name: "x"}}).BuildValid()); got != "coins 3" {
		t.Errorf("proposed: %s", got)
	}
}
