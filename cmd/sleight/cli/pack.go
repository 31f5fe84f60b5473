package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	ws "sleight/runtime/sleight/workspace"
)

func newPack(w *workspace) *cobra.Command {
	c := &cobra.Command{
		Use:   "pack",
		Short: "Make, sign, ship and install packs",
		Long: `Make, sign, ship and install packs. A pack is a folder below content/ with a
manifest, pack.yaml, and what belongs to it below scripts/ and schemas/. Built, it
is one archive, which can be signed and pushed to a registry. It is installed into
the folder of a workspace, where sleight.lock records every installed byte.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		newPackInit(w), newPackCheck(w), newPackBuild(w), newPackInstall(w), newPackRemove(w), newPackUpdate(w),
		newPackDisable(w), newPackEnable(w), newPackSettle(w), newPackList(w), newPackTree(w), newPackVerify(w), newPackClean(w),
		newPackKeygen(), newPackSign(), newPackTrust(), newPackUntrust(w), newPackPush(), newPackPull(),
	)
	return c
}

// installation returns the installation of the current workspace, and the content
// around it; see environment.
func (w *workspace) installation() (*install.Installation, install.Environment, error) {
	dir, err := w.folder()
	if err != nil {
		return nil, install.Environment{}, err
	}
	i := install.At(dir)
	around, err := w.environment(i)
	return i, around, err
}

// environment returns the content of a folder apart from its installed packs.
func (w *workspace) environment(i *install.Installation) (install.Environment, error) {
	var out install.Environment
	roots := ws.ShippedRoots()
	if isFolder(filepath.Join(i.Dir, "content")) {
		roots = append(roots, ws.Root(i.Dir))
	}
	for n, root := range roots {
		all, _ := install.Packages(root) // sleight validate reports what is wrong with them
		for _, p := range all {
			m := p.Manifest
			out.Present = append(slices.DeleteFunc(out.Present, func(o *manifest.Manifest) bool { return o.ID == m.ID }), m)
			if n > 0 {
				out.Fixed = append(out.Fixed, m.ID)
			}
		}
	}
	var problems diag.List
	if out.Ranges, problems = load.Ranges(ws.Root(i.Dir)); problems.Failed() {
		return out, problems
	}
	return out, nil
}

// relativePath returns a path relative to the workspace folder, with slashes.
func relativePath(dir, name string) string {
	whole, err := filepath.Abs(name)
	base, failed := filepath.Abs(dir)
	if err == nil && failed == nil {
		if near, err := filepath.Rel(base, whole); err == nil {
			return filepath.ToSlash(near)
		}
	}
	return filepath.ToSlash(name)
}

// printChanges prints what has changed in an installation.
func printChanges(out io.Writer, changes []install.Change, asJSON bool) error {
	if asJSON {
		if changes == nil {
			changes = []install.Change{}
		}
		return writeJSON(out, struct {
			Changes []install.Change `json:"changes"`
		}{changes})
	}
	if len(changes) == 0 {
		_, err := fmt.Fprintln(out, "nothing to change")
		return err
	}
	for _, c := range changes {
		why := ""
		if len(c.For) > 0 {
			why = ", for " + strings.Join(c.For, ", ")
		}
		if c.Key != "" {
			why += ", " + signedWith(true, c.Key)
		}
		switch {
		case c.Before == "":
			fmt.Fprintf(out, "installed %s %s%s\n", c.Pack, c.After, why)
		case c.After == "":
			fmt.Fprintf(out, "removed %s %s\n", c.Pack, c.Before)
		case c.Before == c.After:
			fmt.Fprintf(out, "replaced %s %s%s\n", c.Pack, c.After, why)
		default:
			fmt.Fprintf(out, "changed %s from %s to %s%s\n", c.Pack, c.Before, c.After, why)
		}
	}
	return nil
}

func writeJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
