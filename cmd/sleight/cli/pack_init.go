package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

func newPackInit(w *workspace) *cobra.Command {
	game := ""
	c := &cobra.Command{
		Use:   "init ID",
		Short: "Start a pack",
		Long: `Start a pack in the current workspace: a manifest, and a first definition with a
passing test. With --for it adds to an existing game; without, it has a small game
of its own. Nothing is ever overwritten.`,
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
	content, err := w.playable(c)
	if err != nil {
		return err
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
	fmt.Fprintf(c.OutOrStdout(), "sleight pack check %s finds nothing wrong\n", id)
	return nil
}

// newPackFiles generates the first files of a pack.
func (w *workspace) newPackFiles(content *rules.Content, id, game string) ([]newcontent.File, error) {
	name := strings.ReplaceAll(id, "-", "_")
	if game == "" {
		return w.loadWithContent(newcontent.Pack{ID: id}, newcontent.Request{Kind: "game", ID: name, Pack: id})
	}
	g, ok := content.Game(game)
	if !ok {
		return nil, unknown("unknown game %q", game, gameIDs(content))
	}
	owner, _ := content.Catalog.Pack(g.Definition.Pack)
	m := newcontent.Pack{ID: id, Game: game, Requires: owner.ID, Range: compatibleRange(owner)}
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
