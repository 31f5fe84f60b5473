package cli

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/content/manifest"
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
			p, found, broken, err := w.ownProblems(args)
			if err != nil {
				return err
			}
			noteBroken(c.ErrOrStderr(), p.Manifest.ID, broken)
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
sleight validate checks, and the tests of its definitions and of those that it
patches. Notes name the other tests of packs that it requires, if they fail only with
it. If it changes a game of another pack, what it adds must not show players what is
hidden from them, as far as a few games show (see sleight test --secrets). Then
compare it with its last version, alone and with the packs that require it: by the
tests, the recorded games, and games that bots play on both. A pack that behaves
differently needs a new minor or major number.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, found, broken, err := w.ownProblems(args)
			if err != nil {
				return err
			}
			noteBroken(c.ErrOrStderr(), p.Manifest.ID, broken)
			switch {
			case asJSON:
				err = writeJSON(c.OutOrStdout(), struct {
					Pack     string       `json:"pack"`
					Version  string       `json:"version"`
					Problems diag.List    `json:"problems"`
					Broken   []brokenTest `json:"broken_tests,omitempty"`
				}{p.Manifest.ID, p.Manifest.VersionText(), append(diag.List{}, found...), broken})
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

// ownProblems finds the named pack, or the only one in the workspace, with its problems
// and the tests of other packs that it breaks.
func (w *workspace) ownProblems(args []string) (*install.Package, diag.List, []brokenTest, error) {
	dir, err := w.folder()
	if err != nil {
		return nil, nil, nil, err
	}
	p, err := w.ownPack(dir, args)
	if err != nil {
		return nil, nil, nil, err
	}
	found, broken, err := w.inspect(p.Manifest.ID)
	return p, found, broken, err
}

// ownPack finds a pack with a manifest in a workspace folder.
func (w *workspace) ownPack(dir string, args []string) (*install.Package, error) {
	if !isFolder(filepath.Join(dir, "content")) {
		return nil, fmt.Errorf("%s: there is no folder content here; sleight pack init ID creates a pack", dir)
	}
	if len(args) > 0 && lacksManifest(dir, args[0]) {
		return nil, fmt.Errorf("the pack %s has no manifest; sleight pack init %s writes it, content/%s/%s", args[0], args[0], args[0], manifest.File)
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

// inspect checks a pack together with only what it requires; see packTests and packLeaks.
func (w *workspace) inspect(id string) (found diag.List, broken []brokenTest, err error) {
	w.packs = []string{id}
	if err := w.open(); err != nil {
		return nil, nil, err
	}
	content, problems := w.Build()
	if content != nil {
		problems = append(problems, w.Lint(content)...)
		var tests diag.List
		if tests, broken, err = w.packTests(content, id); err != nil {
			return nil, nil, err
		}
		problems = append(problems, tests...)
		if !problems.Failed() {
			problems = append(problems, packLeaks(content, id)...)
		}
	}
	rules := filter.Rules{MinSeverity: diag.Warning, Complete: content != nil}
	return rules.Apply(problems, w.Loader.Files(), w.Loader.Source).Reported, broken, nil
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
