package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/content/manifest"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/packs/behaviour"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	ws "sleight/runtime/sleight/workspace"
)

// comparison compares a pack with its last version.
type comparison struct {
	name      string
	games     int
	changelog bool
	// strict makes it an error if the registry of the pack cannot be reached.
	strict bool
}

func (s *comparison) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.name, "since", "", "compare with the pack as it is in `CONTENT`: an archive, a folder, a registry (oci:…), a git revision, or none (default: its last version in the registry that pack.yaml names, among the archives beside it, or in the cache)")
	c.Flags().IntVar(&s.games, "games", 20, "how many games each bot plays for the comparison, of each game that uses the pack")
	c.Flags().BoolVar(&s.changelog, "changelog", false, "draft the section of this version in content/PACK/CHANGELOG.md")
}

// comparisonResult is the result of the comparison, as JSON.
type comparisonResult struct {
	Since   string            `json:"since"`
	Version string            `json:"version"`
	Allowed bool              `json:"allowed"`
	Report  *behaviour.Report `json:"report"`
	Draft   string            `json:"draft,omitempty"`
}

// compare compares the pack, which is valid, with its last version; nil if
// there is none.
func (s *comparison) compare(c *cobra.Command, w *workspace, dir string, p *install.Package) (*comparisonResult, error) {
	ctx := c.Context()
	id := p.Manifest.ID
	w.packs = nil
	if err := w.open(); err != nil {
		return nil, err
	}
	w.Build() // only the manifests are read, so invalid content does no harm
	packs := w.Loader.Dependencies().Dependents([]string{id})
	old, err := s.lastVersion(ctx, c, w, dir, p)
	if old == nil || err != nil {
		return nil, err
	}
	w.Loader.Only(packs...)
	now, err := w.BuildValid()
	if err != nil { // those that require it may have problems themselves
		packs = []string{id}
		w.Loader.Only(packs...)
		if now, err = w.BuildValid(); err != nil {
			return nil, err
		}
	}
	old.Loader.Only(packs...)
	before, err := old.BuildValid()
	if err != nil {
		return nil, fmt.Errorf("the version to compare with cannot be used: %w", err)
	}
	was, ok := before.Catalog.Pack(id)
	if !ok {
		return nil, fmt.Errorf("--since %s: unknown pack %s", s.name, id)
	}
	out := &comparisonResult{Since: was.Version, Version: p.Manifest.VersionText()}
	out.Report, err = behaviour.Compare(ctx, before, now, behaviour.Options{Packs: packs, Games: s.games, MaxCommands: 200})
	if err != nil {
		return nil, err
	}
	out.Allowed = !out.Report.Differs() || behaviour.MayDiffer(out.Since, out.Version)
	out.Draft = behaviour.Draft(before.Catalog, now.Catalog, id, out.Version)
	return out, nil
}

// lastVersion returns the workspace with the version to compare with.
func (s *comparison) lastVersion(ctx context.Context, c *cobra.Command, w *workspace, dir string, p *install.Package) (*ws.Workspace, error) {
	if s.name == "none" {
		return nil, nil
	}
	id := p.Manifest.ID
	i := install.At(dir)
	var all []install.Offer
	var err error
	switch {
	case s.name == "":
		all, err = s.earlier(ctx, c, i, p)
	case !registry.IsReference(s.name):
		old, err := w.WithPack(id, s.name)
		if err != nil {
			return nil, fmt.Errorf("--since %s: %w", s.name, err)
		}
		return old, nil
	default:
		if all, err = published(ctx, i, p, (&packSources{}).lockName(i.Dir, s.name)); err == nil && len(all) == 0 {
			err = fmt.Errorf("--since %s: the registry has no version of %s up to %s", s.name, id, p.Manifest.VersionText())
		}
	}
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return withVersion(ctx, w, i, slices.MaxFunc(all, func(a, b install.Offer) int {
		return cmp.Or(manifest.Compare(a.Manifest.VersionText(), b.Manifest.VersionText()), cmp.Compare(len(a.Digest), len(b.Digest)))
	}))
}

// notLater returns the offers of a pack that are not later than its version.
func notLater(all []install.Offer, p *install.Package) []install.Offer {
	return slices.DeleteFunc(all, func(o install.Offer) bool {
		return o.Manifest.ID != p.Manifest.ID || manifest.Compare(o.Manifest.VersionText(), p.Manifest.VersionText()) > 0
	})
}

// earlier lists the versions in the registry that the manifest names, in
// archives beside the workspace, and in the cache.
func (s *comparison) earlier(ctx context.Context, c *cobra.Command, i *install.Installation, p *install.Package) ([]install.Offer, error) {
	var all []install.Offer
	if from := p.Manifest.Registry; from != "" {
		if ref, err := registry.Parse(from); err == nil {
			from = ref.Any().String()
		}
		limited, cancel := context.WithTimeout(ctx, registryTimeout)
		defer cancel()
		var missing *diag.Diagnostic
		switch there, err := published(limited, i, p, from); {
		case err == nil:
			all = there
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &missing) && missing.Code == "registry/missing": // nothing is published yet
		case s.strict:
			fmt.Fprintf(c.ErrOrStderr(), "note: %s cannot be reached for the last published version; --since none or --since ARCHIVE does not need it\n", from)
			return nil, err
		default:
			fmt.Fprintf(c.ErrOrStderr(), "note: %s cannot be reached for the last published version: %v\n", from, err)
		}
	}
	for _, pattern := range []string{filepath.Join(i.Dir, p.Manifest.ID+"-*.zip"), filepath.Join(i.Dir, "..", p.Manifest.ID+"-*.zip")} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			offers, err := (&install.Files{Path: name}).Offers(ctx)
			if err == nil {
				all = append(all, offers...)
			}
		}
	}
	kept, err := i.Cache.Offers(ctx)
	return notLater(append(all, kept...), p), err
}

// registryTimeout is how long a registry may take to list what is published.
const registryTimeout = 20 * time.Second

// published lists the versions of a pack in a registry that are not newer than
// the pack. A folder is relative to that of the installation.
func published(ctx context.Context, i *install.Installation, p *install.Package, name string) ([]install.Offer, error) {
	from := &packSources{}
	if err := from.open(i); err != nil {
		return nil, err
	}
	in, err := from.source(i, name)
	if err != nil {
		return nil, err
	}
	all, err := in.Offers(ctx)
	if err != nil {
		return nil, err
	}
	return notLater(all, p), nil
}

// withVersion returns the workspace with an earlier version in place of its own pack.
func withVersion(ctx context.Context, w *workspace, i *install.Installation, o install.Offer) (*ws.Workspace, error) {
	id := o.Manifest.ID
	switch {
	case registry.IsReference(o.Source):
		file, err := os.CreateTemp("", "sleight-*.zip")
		if err != nil {
			return nil, err
		}
		defer os.Remove(file.Name()) // the workspace keeps it open
		_, err = o.Write(ctx, file)
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
		return w.WithPack(id, file.Name())
	case o.Digest == "": // a file
		return w.WithPack(id, o.Source)
	}
	roots, err := i.RootsOf(&install.Lock{Packs: []install.LockedPack{{ID: id, Version: o.Manifest.VersionText(), Digest: o.Digest}}})
	if err != nil {
		return nil, err
	}
	return w.WithRoot(id, roots[0]), nil
}

// print prints the differences, and whether the version number allows them.
func (s *comparison) print(out io.Writer, c *comparisonResult) {
	r := c.Report
	fmt.Fprintf(out, "compared with %s: %s, %s, %s with %s\n", c.Since,
		counted(r.Tests, "test"), counted(r.Saves, "recorded game"), counted(r.Games, "game"), counted(r.Commands, "command"))
	for _, t := range r.Changed {
		what := map[string]string{"gone": "is gone", "changed": "expects something else", "fails": "fails now"}[t.What]
		fmt.Fprintf(out, "  the test %q of %s %s\n", t.Name, t.Definition, what)
	}
	if r.Shortest != nil {
		fmt.Fprintf(out, "The shortest game that differs, with seed %d:\n", r.Shortest.Seed)
		for _, command := range r.Log {
			fmt.Fprintf(out, "  %s\n", command)
		}
		printReplay(out, r.Shortest)
	}
}

// printDifferences prints the differences; the error says that the version number is
// wrong.
func (s *comparison) printDifferences(c *cobra.Command, to io.Writer, w *workspace, dir string, p *install.Package) error {
	done, err := s.compare(c, w, dir, p)
	if done == nil || err != nil {
		return err
	}
	if !done.Report.Differs() {
		r := done.Report
		in := []string{counted(r.Tests, "test")}
		if r.Saves > 0 {
			in = append(in, counted(r.Saves, "recorded game"))
		}
		fmt.Fprintf(c.ErrOrStderr(), "note: it behaves like %s in %s and %s\n", done.Since, strings.Join(in, ", "), counted(r.Games, "game"))
		if len(r.Unseen) > 0 {
			fmt.Fprintf(c.ErrOrStderr(), "note: none of these games had in any zone what has changed: %s\n", strings.Join(r.Unseen, ", "))
		}
	} else if err := printSafely(to, func(out io.Writer) { s.print(out, done) }); err != nil {
		return err
	}
	if err := s.draft(c, to, dir, p.Manifest.ID, done); err != nil {
		return err
	}
	if !done.Allowed {
		fmt.Fprintf(c.ErrOrStderr(), "error: %s behaves differently from %s, which its version number does not allow: raise the minor or major number in %s\n", done.Version, done.Since, manifest.File)
		return errFound
	}
	return nil
}

// draft writes the section of the changelog, or prints it.
func (s *comparison) draft(c *cobra.Command, out io.Writer, dir, id string, done *comparisonResult) error {
	if done.Draft == "" || done.Version == done.Since {
		return nil
	}
	name := filepath.Join(dir, "content", id, "CHANGELOG.md")
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	after := behaviour.Prepend(string(text), done.Draft)
	switch {
	case after == string(text):
		return nil
	case !s.changelog:
		fmt.Fprintf(c.ErrOrStderr(), "note: the changelog does not mention %s; --changelog drafts:\n%s", done.Version, indented(done.Draft))
		return nil
	}
	if err := safefile.Overwrite(safefile.Disk{}, name, safefile.Bytes([]byte(after))); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "drafted %s in %s\n", done.Version, filepath.ToSlash(name))
	return err
}

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}
