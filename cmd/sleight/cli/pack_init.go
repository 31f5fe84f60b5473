package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/game/rules"
)

func newPackInit(w *workspace) *cobra.Command {
	game := ""
	c := &cobra.Command{
		Use:   "init ID",
		Short: "Start a pack",
		Long: `Start a pack in the current workspace: a manifest, and a first definition with a
passing test. With --for it adds to an existing game; without, it has a small game
of its own. If the folder content/ID exists and has no manifest, only that is written:
a pack needs one before it can be built. Nothing is ever overwritten.
With --content DIR, the pack is started in that workspace instead, even if the working
folder is one too. To start one in a folder of
your own for a game of another workspace, install that game there first (sleight pack
install).`,
		Example: "  sleight pack init my_luck --for forward\n  sleight pack init pig",
		Args:    exactly(1),
		RunE:    func(c *cobra.Command, args []string) error { return w.startPack(c, args[0], game) },
	}
	c.Flags().StringVar(&game, "for", "", "the `GAME` that the pack is for")
	return c
}

func (w *workspace) startPack(c *cobra.Command, id, game string) error {
	dir, err := w.folder()
	if err != nil {
		return err
	}
	if !load.IsName(id) {
		return fmt.Errorf("%q is not a pack id: use lower-case letters, digits, _ and -, starting with a letter, at most 64 characters", id)
	}
	bare := lacksManifest(dir, id)
	if bare && game == "" {
		return w.addManifest(c, dir, newcontent.Pack{ID: id})
	}
	content, err := w.playable(c)
	if err != nil {
		return err
	}
	if bare {
		m, err := packFor(content, id, game)
		if err != nil {
			return err
		}
		return w.addManifest(c, dir, m)
	}
	if p, ok := content.Catalog.Pack(id); ok {
		return fmt.Errorf("a pack %s already exists (%s)", id, p.Place.File)
	}
	if slices.Contains(w.Loader.Found(), id) {
		return fmt.Errorf("a pack %s already exists", id)
	}
	files, err := w.newPackFiles(content, id, game)
	if err != nil {
		return err
	}
	if _, err := writeNew(c, dir, files); err != nil {
		return err
	}
	if err := w.enableNew(c, dir, id); err != nil {
		return err
	}
	w.noteWhere(c, dir, id, game)
	fmt.Fprintf(c.OutOrStdout(), "sleight pack check %s finds nothing wrong\n", id)
	if game != "" {
		m, _ := packFor(content, id, game)
		noteAnyVersion(c, m)
	}
	return nil
}

// noteWhere says that a pack is not in the working folder, which may be a workspace too.
func (w *workspace) noteWhere(c *cobra.Command, dir, id, game string) {
	if len(w.dirs) == 0 || filepath.Clean(dir) == "." {
		return
	}
	text := fmt.Sprintf("%s is in %s, as --content says, and not in this folder", id, dir)
	if game != "" {
		text += fmt.Sprintf("; for a folder of its own, install the pack of %s there (sleight pack install) and leave --content out", game)
	}
	fmt.Fprintf(c.ErrOrStderr(), "note: %s\n", text)
}

// lacksManifest reports whether a workspace folder has content of a pack, but not its
// manifest.
func lacksManifest(dir, id string) bool {
	entries, err := os.ReadDir(filepath.Join(dir, "content", id))
	return err == nil && len(entries) > 0 && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == manifest.File })
}

// addManifest writes the manifest of a pack that has everything else, and says what a check
// of the pack finds.
func (w *workspace) addManifest(c *cobra.Command, dir string, m newcontent.Pack) error {
	files, err := newcontent.Manifest(m)
	if err != nil {
		return err
	}
	if _, err := writeNew(c, dir, files); err != nil {
		return err
	}
	if err := w.enableNew(c, dir, m.ID); err != nil {
		return err
	}
	w.noteWhere(c, dir, m.ID, "")
	noteAnyVersion(c, m)
	found, _, err := (&workspace{alone: w.alone, dirs: w.dirs}).inspect(m.ID)
	if err != nil {
		return err
	}
	result := "nothing wrong"
	if len(found) > 0 {
		result = counted(len(found), "problem")
	}
	fmt.Fprintf(c.OutOrStdout(), "sleight pack check %s finds %s\n", m.ID, result)
	return nil
}

// noteAnyVersion says why a new manifest accepts every version of the pack of its game.
func noteAnyVersion(c *cobra.Command, m newcontent.Pack) {
	if m.Range == anyVersion {
		fmt.Fprintf(c.ErrOrStderr(), "note: %s has no version, so %s accepts every one: requires: {%s: '*'}; sleight pack init %s gives it a manifest with a version\n", m.Requires, m.ID, m.Requires, m.Requires)
	}
}

// packFor describes a pack for an existing game.
func packFor(content *rules.Content, id, game string) (newcontent.Pack, error) {
	g, ok := content.Game(game)
	if !ok {
		return newcontent.Pack{}, unknown("unknown game %q", game, gameIDs(content))
	}
	owner, _ := content.Catalog.Pack(g.Definition.Pack)
	return newcontent.Pack{ID: id, Game: game, Requires: owner.ID, Range: compatibleRange(owner)}, nil
}

// newPackFiles generates the first files of a pack.
func (w *workspace) newPackFiles(content *rules.Content, id, game string) ([]newcontent.File, error) {
	name := strings.ReplaceAll(id, "-", "_")
	if game == "" {
		return w.loadWithContent(newcontent.Pack{ID: id}, newcontent.Request{Kind: "game", ID: name, Pack: id})
	}
	m, err := packFor(content, id, game)
	if err != nil {
		return nil, err
	}
	g, _ := content.Game(game)
	r := newcontent.Request{Pack: id, Game: g.Definition}
	failed := errors.New("no first definition could be generated for this game")
	for _, kind := range newcontent.Kinds(r) {
		r.Kind, r.ID = kind, name+"_"+kind
		files, err := w.loadWithContent(m, r)
		if err == nil {
			return files, nil
		}
		failed = err
	}
	return nil, failed
}

// loadWithContent writes files and loads them together with all other content; a problem
// in them is an error.
func (w *workspace) loadWithContent(m newcontent.Pack, r newcontent.Request) ([]newcontent.File, error) {
	dir, err := w.folder()
	if err != nil {
		return nil, err
	}
	if r.Schema, err = newcontent.SchemaOf(dir, r.Kind); err != nil {
		return nil, err
	}
	files, err := newcontent.Manifest(m)
	if err != nil {
		return nil, err
	}
	first, err := newcontent.Files(r)
	if err != nil {
		return nil, err
	}
	files = append(files, first...)
	aside, err := os.MkdirTemp("", "sleight")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(aside)
	if _, err := newcontent.Write(aside, files); err != nil {
		return nil, err
	}
	found, _, err := (&workspace{alone: w.alone, dirs: append(append([]string{}, w.dirs...), aside)}).inspect(m.ID)
	if err == nil && len(found) > 0 {
		err = found
	}
	return files, err
}
