package cli

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/diag/filter"
	"sleight/runtime/packs/install"
	ws "sleight/runtime/sleight/workspace"
)

func newPackBuild(w *workspace) *cobra.Command {
	output, asJSON := "", false
	last := &comparison{strict: true}
	c := &cobra.Command{
		Use:   "build [PACK]",
		Short: "Build the archive of a pack",
		Long: `Build the archive of a pack in the current workspace. The same files give the same
archive, byte for byte, on every machine. The pack is checked first, as by sleight
pack check; nothing is built if problems are found, or if the pack behaves
differently from its last version although only the patch number was raised.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, found, err := w.ownProblems(args)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				if err := show(c, found, w.Loader.Source); err != nil {
					return err
				}
				return errFound
			}
			dir, err := w.folder()
			if err != nil {
				return err
			}
			if err := last.printDifferences(c, c.ErrOrStderr(), w, dir, p); err != nil {
				return err
			}
			for _, d := range p.Skipped() {
				fmt.Fprintf(c.ErrOrStderr(), "note: %s: %s\n", d.Place, d.Message)
			}
			return printBuilt(c.OutOrStdout(), p, output, asJSON)
		},
	}
	c.Flags().StringVar(&output, "output", "", "the `FILE` to write (default: ID-VERSION.zip)")
	c.Flags().BoolVar(&asJSON, "json", false, "write what was done as JSON")
	last.flags(c)
	return c
}

func newPackCheck(w *workspace) *cobra.Command {
	asJSON := false
	last := &comparison{}
	c := &cobra.Command{
		Use:   "check [PACK]",
		Short: "Check a pack with only what it requires",
		Long: `Check a pack in the current workspace with only what it requires: everything that
sleight validate checks, and the tests of its definitions. Then compare it with its
last version, alone and with the packs that require it: by the tests, the recorded
games, and games that bots play on both. A pack that behaves differently needs a new
minor or major number.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, found, err := w.ownProblems(args)
			switch {
			case err != nil:
				return err
			case asJSON:
				err = writeJSON(c.OutOrStdout(), struct {
					Pack     string    `json:"pack"`
					Version  string    `json:"version"`
					Problems diag.List `json:"problems"`
				}{p.Manifest.ID, p.Manifest.VersionText(), append(diag.List{}, found...)})
			case len(found) > 0:
				err = show(c, found, w.Loader.Source)
			default:
				_, err = fmt.Fprintf(c.OutOrStdout(), "%s: nothing found\n", p.Name())
			}
			switch {
			case err != nil:
				return err
			case len(found) > 0:
				return errFound
			}
			dir, err := w.folder()
			if err != nil {
				return err
			}
			out := c.OutOrStdout()
			if asJSON {
				out = c.ErrOrStderr()
			}
			return last.printDifferences(c, out, w, dir, p)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write what was found as JSON")
	last.flags(c)
	return c
}

// ownProblems finds the named pack, or the only one in the workspace, and its
// problems.
func (w *workspace) ownProblems(args []string) (*install.Package, diag.List, error) {
	dir, err := w.folder()
	if err != nil {
		return nil, nil, err
	}
	p, err := w.ownPack(dir, args)
	if err != nil {
		return nil, nil, err
	}
	found, err := w.inspect(p.Manifest.ID)
	return p, found, err
}

// ownPack finds a pack with a manifest in a workspace folder.
func (w *workspace) ownPack(dir string, args []string) (*install.Package, error) {
	if !isFolder(filepath.Join(dir, "content")) {
		return nil, fmt.Errorf("%s: there is no folder content here; sleight pack init ID creates a pack", dir)
	}
	all, problems := install.Packages(ws.Root(dir))
	if problems.Failed() {
		return nil, problems
	}
	var ids []string
	for _, p := range all {
		if len(args) == 0 && len(all) == 1 || len(args) > 0 && args[0] == p.Manifest.ID {
			return p, nil
		}
		ids = append(ids, p.Manifest.ID)
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("several packs are here; name one of %s", strings.Join(ids, ", "))
	}
	return nil, unknown("no pack %q here has a manifest", args[0], ids)
}

// inspect checks a pack together with only what it requires.
func (w *workspace) inspect(id string) (diag.List, error) {
	w.packs = []string{id}
	if err := w.open(); err != nil {
		return nil, err
	}
	content, problems := w.Build()
	if content != nil {
		of := func(d *def.Definition) bool { return d.Pack == id }
		problems = append(problems, w.Lint(content)...)
		results := contenttest.Run(context.Background(), content, contenttest.Options{Filter: of})
		problems = slices.Concat(problems, contenttest.Failures(results), contenttest.Warnings(results))
	}
	rules := filter.Rules{MinSeverity: diag.Warning, Complete: content != nil}
	return rules.Apply(problems, w.Loader.Files(), w.Loader.Source).Reported, nil
}

// builtArchive is a built archive, as JSON.
type builtArchive struct {
	Pack    string `json:"pack"`
	Version string `json:"version"`
	File    string `json:"file"`
	Bytes   int64  `json:"bytes"`
	Digest  string `json:"digest"`
}

func printBuilt(out io.Writer, p *install.Package, name string, asJSON bool) error {
	if name == "" {
		name = p.FileName()
	}
	digest, size, err := p.WriteFile(name)
	if err != nil {
		return err
	}
	a := builtArchive{p.Manifest.ID, p.Manifest.VersionText(), path.Clean(filepath.ToSlash(name)), size, digest}
	if asJSON {
		return writeJSON(out, a)
	}
	_, err = fmt.Fprintf(out, "built %s: %s, %d bytes\n%s\n", p.Name(), a.File, a.Bytes, a.Digest)
	return err
}
