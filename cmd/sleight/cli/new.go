package cli

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/settings"
)

func newNew(w *workspace) *cobra.Command {
	into, like := "", ""
	c := &cobra.Command{
		Use:   "new KIND ID",
		Short: "Create a definition, its script and a passing test",
		Long: `Create a definition, its script and a passing test in the current workspace: a
consumable, a relic, a die, or any other kind. It goes into the pack of a game, or
into one that is for a game. A kind whose schema has no property tests gets no test.
With --content DIR, all files are created in that workspace instead.

sleight new game ID creates a small game in a pack of that name, even in an empty
folder; --like starts from a playable deck battler, dice game, push-your-luck game,
trick-taking game or area game. sleight new locale LANGUAGE starts a translation,
sleight new patch KIND/ID a patch of another pack's definition, sleight new kind
NAME the schema of a kind of your own, and sleight new workspace the file that lists
the enabled packs. Nothing is ever overwritten.`,
		Example: "  sleight new game pig\n  sleight new game dungeon --like deck\n  sleight new relic lucky_coin --pack pig",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "workspace" {
				if len(args) > 1 {
					return errors.New("sleight new workspace takes no name: it creates sleight.yaml in this folder, or in the folder given with --content")
				}
				return nil
			}
			return exactly(2)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 1:
				return w.makeWorkspace(c)
			case args[0] == "patch":
				return w.makePatch(c, args[1], into)
			case args[0] == "kind":
				return w.makeKind(c, args[1])
			case args[0] == "locale":
				return (&localeUpdate{workspace: w, cmd: c, tag: args[1], into: optional(into), fresh: true}).run()
			}
			if like != "" && args[0] != "game" {
				return errors.New("--like is for sleight new game")
			}
			return w.makeNew(c, newcontent.Request{Kind: args[0], ID: args[1], Pack: into, Template: like})
		},
	}
	c.Flags().StringVar(&into, "pack", "", "the `PACK` it belongs to; required if there are several")
	c.Flags().StringVar(&like, "like", "", "start from a small playable game: "+strings.Join(newcontent.StarterGames(), ", "))
	return c
}

// ownContent returns the folder for new content, and the content that is there
// already.
func (w *workspace) ownContent(c *cobra.Command) (dir string, content *rules.Content, err error) {
	if dir, err = w.folder(); err == nil {
		content, err = w.playable(c)
	}
	return dir, content, err
}

func (w *workspace) makeNew(c *cobra.Command, r newcontent.Request) error {
	dir, err := w.folder()
	if err != nil {
		return err
	}
	content, err := w.outlined()
	if err != nil {
		return err
	}
	if kinds := w.Loader.Kinds(); !slices.Contains(kinds, r.Kind) {
		err := unknown("unknown kind %q", r.Kind, kinds)
		if _, misspelt := diag.Nearest(r.Kind, kinds); !misspelt && newcontent.CheckID(r.Kind) == nil {
			err = fmt.Errorf("%w; sleight new kind %s creates a kind of your own", err, r.Kind)
		}
		return err
	}
	if err := newcontent.CheckID(r.ID); err != nil {
		return err
	}
	if r.Template != "" {
		if err := newcontent.CheckTemplate(r.Template); err != nil {
			return err
		}
	}
	if idle := w.disabledPacks(dir, content); slices.Contains(idle, r.Pack) && r.Kind != "game" {
		return notEnabledError(r.Pack, idle)
	}
	if err := w.completeRequest(content, dir, &r); err != nil {
		return err
	}
	files, err := newcontent.Files(r)
	if err != nil {
		return err
	}
	if err := w.checkCures(dir, r.Pack, files); err != nil {
		return err
	}
	if _, err := writeNew(c, dir, files); err != nil {
		return err
	}
	if err := w.enableNew(c, dir, r.Pack); err != nil {
		return err
	}
	return w.testNew(c, r)
}

// makeKind generates the schema of a kind, and says what makes it useful.
func (w *workspace) makeKind(c *cobra.Command, id string) error {
	dir, err := w.folder()
	if err != nil {
		return err
	}
	files, err := newcontent.Kind(id)
	if err != nil {
		return err
	}
	if _, err := writeNew(c, dir, files); err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "note: the game needs a zone for it (zones: {%ss: {of: %s}}); then sleight new %s ID creates definitions\n", id, id, id)
	return nil
}

// writeNew writes files into a workspace and reports the new ones.
func writeNew(c *cobra.Command, dir string, files []newcontent.File) (made []string, err error) {
	made, err = newcontent.Write(dir, files)
	for _, name := range made {
		fmt.Fprintf(c.OutOrStdout(), "made %s\n", path.Join(filepath.ToSlash(dir), name))
	}
	return made, err
}

// folder returns the folder of the current workspace: that given with --content,
// otherwise the working folder.
func (w *workspace) folder() (string, error) {
	switch len(w.dirs) {
	case 0:
		return ".", nil
	case 1:
		return w.dirs[0], nil
	}
	return "", errors.New("this works in one workspace, but --content names several")
}

// completeRequest finds the pack and its existing content.
func (w *workspace) completeRequest(content *rules.Content, dir string, r *newcontent.Request) (err error) {
	if r.Kind == "game" {
		if r.Pack == "" {
			r.Pack = r.ID
		}
		if p, ok := content.Catalog.Pack(r.Pack); ok {
			return fmt.Errorf("a pack %s already exists (%s); a game is a pack of its own, so choose another id", p.ID, p.Place.File)
		}
		r.Schema, err = newcontent.SchemaOf(dir, r.Kind)
		return err
	}
	packs, games := newcontent.Packs(content, dir)
	switch {
	case len(packs) == 0:
		return w.notFoundError(errors.New("there is no game here to add it to; sleight new game ID creates one"))
	case r.Pack == "" && len(packs) > 1:
		return fmt.Errorf("which pack? --pack %s", strings.Join(packs, ", or "))
	case r.Pack == "":
		r.Pack = packs[0]
	case games[r.Pack] == nil:
		return unknown("there is no game here in a pack %q", r.Pack, packs)
	}
	return newcontent.Complete(content, dir, games[r.Pack], r)
}

// enableNew enables a new pack, if the workspace lists those that are enabled.
func (w *workspace) enableNew(c *cobra.Command, dir, pack string) error {
	if err := w.reopen(); err != nil {
		return err
	}
	w.Build()
	isIt := func(m *manifest.Manifest) bool { return m.ID == pack }
	if !slices.Contains(w.Loader.Found(), pack) || slices.ContainsFunc(w.Loader.Manifests(), isIt) {
		return nil
	}
	if err := settings.Update(dir, func(f *settings.File) error { return f.Enable(pack, "*") }); err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "enabled %s in %s\n", pack, load.WorkspaceFile)
	return nil
}

// testNew loads the generated files and runs their tests.
func (w *workspace) testNew(c *cobra.Command, r newcontent.Request) error {
	content, err := w.playableOpen(c)
	if err != nil {
		return err
	}
	if _, ok := content.Catalog.Pack(r.Pack); !ok {
		return w.allProblems
	}
	if err := blockingErrors(content, r.Pack); err != nil {
		return err
	}
	results := contenttest.Run(c.Context(), content, contenttest.Options{Filter: func(d *def.Definition) bool {
		return d.Kind == r.Kind && d.ID == r.ID && d.Pack == r.Pack
	}})
	failures := contenttest.Failures(results)
	if err := show(c, failures, w.Loader.Source); err != nil {
		return err
	}
	if len(failures) > 0 {
		return errFound
	}
	if len(results) > 0 {
		fmt.Fprintf(c.OutOrStdout(), "%s passed\n", counted(len(results), "test"))
	} else {
		fmt.Fprint(c.OutOrStdout(), "note: it has no test, since the schema of its kind has no property tests\n")
	}
	for _, missing := range []string{newcontent.Missing(r), whyUnused(content, w.Loader.Source, r)} {
		if missing != "" {
			fmt.Fprintf(c.OutOrStdout(), "note: %s\n", missing)
		}
	}
	return nil
}

// whyUnused returns why a new definition cannot come into play, as validate would report
// it, or "" if it can.
func whyUnused(content *rules.Content, source func(string) ([]byte, bool), r newcontent.Request) string {
	made, ok := content.Catalog.Find(r.Kind + "/" + r.ID)
	for _, d := range lint.Run(content, source) {
		if ok && d.Code == "unused/definition" && d.Place.File == made.Place.File {
			return fmt.Sprintf("%s; %s", d.Message, d.Hint)
		}
	}
	return ""
}

// optional returns a list of one name, or an empty list if the name is empty.
func optional(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}
