package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag/render"
	"sleight/runtime/packs/install"
)

// newChangeCommand returns a command that changes what is installed.
func newChangeCommand(w *workspace, from *packSources, c *cobra.Command, do func(context.Context, *job) ([]install.Change, error)) *cobra.Command {
	asJSON := false
	c.Flags().BoolVar(&asJSON, "json", false, "write what was done as JSON")
	before := &preview{workspace: w}
	before.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		i, around, err := w.installation()
		if err != nil {
			return err
		}
		if err := from.open(i); err != nil {
			return err
		}
		before.quiet, i.Force = asJSON, before.force
		i.Preview = func(roots []load.Root, offers []install.Offer, changes []install.Change) error {
			return before.review(c, roots, offers, changes)
		}
		changes, err := do(c.Context(), &job{i, around, from, args})
		if err != nil {
			return err
		}
		if err := printChanges(c.OutOrStdout(), changes, asJSON); err != nil {
			return err
		}
		if err := from.storeKeys(i, c.ErrOrStderr()); err != nil {
			return err
		}
		return w.noteConsequences(c.ErrOrStderr(), changes)
	}
	return c
}

// noteConsequences notes whether the content now has problems, and which of the
// new packs are not enabled.
func (w *workspace) noteConsequences(out io.Writer, changes []install.Change) error {
	if !slices.ContainsFunc(changes, func(c install.Change) bool { return c.After != "" }) {
		return nil
	}
	if err := w.open(); err != nil {
		return err
	}
	if _, problems := w.Build(); problems.Failed() {
		fmt.Fprintf(out, "note: the content now has problems (%s): sleight validate shows them\n", render.Summary(problems))
	}
	enabled := w.Loader.Manifests()
	for _, c := range changes {
		if c.After != "" && !slices.ContainsFunc(enabled, func(m *manifest.Manifest) bool { return m.ID == c.Pack }) {
			fmt.Fprintf(out, "note: %s does not enable %s\n", load.WorkspaceFile, c.Pack)
		}
	}
	return nil
}

// job is a change of an installation.
type job struct {
	*install.Installation
	around install.Environment
	from   *packSources
	args   []string
}

// find creates a source for what the lock names.
func (j *job) find(name string) (install.Source, error) { return j.from.source(j.Installation, name) }

func newPackInstall(w *workspace) *cobra.Command {
	from := &packSources{}
	c := newChangeCommand(w, from, &cobra.Command{
		Use:   "install [SOURCE…]",
		Short: "Install packs, and what they require",
		Long: `Install packs in the current workspace, and what they require. A SOURCE is
an archive, a folder with packs below content/, or a reference:
oci://HOST/NAME:TAG for a registry, oci:FOLDER:TAG for a folder in the layout of
one. Without a tag, the newest version that is compatible with everything else is
installed; from a folder, that of every pack in it.

Required packs are found among those given, installed, built in or cached, and where
the pack that requires them came from: oci://HOST/NAME/OTHER for
oci://HOST/NAME/PACK. Without a SOURCE, packs that are missing or differ from
sleight.lock are restored.

A pack that was signed when it was first installed must remain signed with the
same key. Either everything is installed or nothing changes.`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, j *job) ([]install.Change, error) {
		if len(j.args) == 0 && !isFile(filepath.Join(j.Dir, install.LockFile)) {
			return nil, fmt.Errorf("there is no %s here to install from: name an archive, a folder or a reference", install.LockFile)
		}
		if len(j.args) == 0 {
			return j.Restore(ctx, j.find)
		}
		var sources []install.Source
		for _, name := range j.args {
			s, err := j.find(j.from.lockName(j.Dir, name))
			if err != nil {
				return nil, err
			}
			sources = append(sources, s)
		}
		return j.Install(ctx, j.around, sources...)
	})
	from.flags(c)
	return c
}

func newPackRemove(w *workspace) *cobra.Command {
	return newChangeCommand(w, &packSources{}, &cobra.Command{
		Use:   "remove PACK…",
		Short: "Remove packs, and what only they required",
		Args:  atLeast(1),
	}, func(ctx context.Context, j *job) ([]install.Change, error) {
		return j.Remove(ctx, j.around, j.args...)
	})
}

func newPackUpdate(w *workspace) *cobra.Command {
	from := &packSources{}
	c := newChangeCommand(w, from, &cobra.Command{
		Use:   "update [PACK…]",
		Short: "Update installed packs to the newest compatible versions",
		Long: `Update the named packs, or all, to the newest compatible versions, among those at
the source of each pack and those cached from earlier installations.`,
		Args: cobra.ArbitraryArgs,
	}, func(ctx context.Context, j *job) ([]install.Change, error) {
		anyOf := func(name string) (install.Source, error) { return j.from.anyOf(j.Installation, name) }
		return j.Update(ctx, j.around, anyOf, j.args...)
	})
	from.flags(c)
	return c
}
