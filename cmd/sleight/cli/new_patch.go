package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/rules"
)

// makePatch generates the patch of another pack's definition.
func (w *workspace) makePatch(c *cobra.Command, key, into string) error {
	dir, content, err := w.ownContent(c)
	if err != nil {
		return err
	}
	d, ok := content.Catalog.Find(key)
	if !ok || !strings.Contains(key, "/") {
		return unknown("unknown definition %q", key, likely(key, keys(content.Catalog)))
	}
	var own []string
	for _, p := range content.Catalog.Packs() {
		if isFolder(filepath.Join(dir, "content", p.ID)) {
			own = append(own, p.ID)
		}
	}
	idle := w.disabledPacks(dir, content)
	switch {
	case len(own) == 0 && len(idle) > 0, slices.Contains(idle, into):
		return notEnabledError(into, idle)
	case into == "" && len(own) == 1:
		into = own[0]
	case len(own) == 0:
		return errors.New("there is no pack here to put it into; sleight pack init ID creates one")
	case into == "":
		return fmt.Errorf("which pack? --pack %s", strings.Join(own, ", or "))
	case !slices.Contains(own, into):
		return unknown("unknown pack %q here", into, own)
	}
	if d.Pack == into {
		return fmt.Errorf("%s belongs to %s itself: change it there (%s)", d.Key(), into, d.Place)
	}
	if p, _ := content.Catalog.Pack(into); !slices.Contains(p.Uses, d.Pack) {
		owner, _ := content.Catalog.Pack(d.Pack)
		return fmt.Errorf("%s does not build on %s: write requires: {%s: %s} into content/%s/%s", into, d.Pack, d.Pack, compatibleRange(owner), into, manifest.File)
	}
	files, err := newcontent.Patch(into, d)
	if err != nil {
		return err
	}
	return w.writeAndLoad(c, dir, files)
}

// likely returns the keys of the same kind whose ids have the id as one of their
// words, as enemy/mud_crab has that of enemy/crab, or all keys if there are none.
func likely(key string, all []string) (out []string) {
	kind, id, _ := strings.Cut(key, "/")
	for _, k := range all {
		if of, other, _ := strings.Cut(k, "/"); of == kind && slices.Contains(strings.Split(other, "_"), id) {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// disabledPacks returns the packs of the workspace that are not enabled.
func (w *workspace) disabledPacks(dir string, content *rules.Content) (packs []string) {
	for _, id := range w.Loader.Found() {
		if _, enabled := content.Catalog.Pack(id); !enabled && isFolder(filepath.Join(dir, "content", id)) {
			packs = append(packs, id)
		}
	}
	return packs
}

// notEnabledError returns the error for adding to a pack that is not enabled: the named
// one, or else the first of those.
func notEnabledError(named string, idle []string) error {
	if named == "" {
		named = idle[0]
	}
	return fmt.Errorf("the pack %s is here but not enabled, so nothing in it would be played or checked; sleight pack enable %s enables it", named, named)
}

// anyVersion is the range of all versions.
const anyVersion = "*"

// compatibleRange returns the range of versions compatible with that of a pack.
func compatibleRange(p *def.Pack) string {
	v, err := manifest.ParseVersion(p.Version)
	if err != nil {
		return anyVersion
	}
	return fmt.Sprintf("^%d.%d", v.Major(), v.Minor())
}

// makeWorkspace generates the file that lists the enabled packs: all that are
// present.
func (w *workspace) makeWorkspace(c *cobra.Command) error {
	dir, err := w.folder()
	if err != nil {
		return err
	}
	if err := w.open(); err != nil {
		return err
	}
	w.Build() // packs that conflict are enabled too, to be settled later
	packs := slices.SortedFunc(slices.Values(w.Loader.Packs()), func(a, b *def.Pack) int { return strings.Compare(a.ID, b.ID) })
	var all []newcontent.Enabled
	for _, p := range packs {
		all = append(all, newcontent.Enabled{Pack: p.ID, Range: compatibleRange(p)})
	}
	files, err := newcontent.Workspace(load.WorkspaceFile, all)
	if err != nil {
		return err
	}
	if _, err := writeNew(c, dir, files); err != nil {
		return err
	}
	if _, problems := w.Build(); problems.Failed() {
		fmt.Fprintf(c.ErrOrStderr(), "note: there are problems here (%s): sleight validate shows them\n", render.Summary(problems))
	}
	return nil
}

// writeAndLoad writes files, reports them, and loads everything with them.
func (w *workspace) writeAndLoad(c *cobra.Command, dir string, files []newcontent.File) error {
	made, err := writeNew(c, dir, files)
	if err != nil {
		return err
	}
	content, err := w.playableOpen(c)
	if err == nil && !slices.ContainsFunc(content.Catalog.Packs(), func(p *def.Pack) bool { return strings.Contains(made[0], "/"+p.ID+"/") }) {
		err = w.notFoundError(nil)
	}
	return err
}
