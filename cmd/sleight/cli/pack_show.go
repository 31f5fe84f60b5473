package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
	ws "sleight/runtime/sleight/workspace"
)

// listedPack is a pack as commands print it, also as JSON.
type listedPack struct {
	Pack    string `json:"pack"`
	Version string `json:"version,omitempty"`
	Title   string `json:"title"`
	// From is its source, or why it has none.
	From      string `json:"from"`
	Installed bool   `json:"installed"`
	// Asked reports whether an installed pack was requested explicitly.
	Asked   bool   `json:"asked"`
	Enabled bool   `json:"enabled"`
	Digest  string `json:"digest,omitempty"`
	// Key is the key it is signed with, Fingerprint the short form of the key.
	Key         string `json:"key,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	// Requires lists the packs that it requires.
	Requires []required `json:"requires"`
}

type required struct {
	Pack  string `json:"pack"`
	Range string `json:"range"`
	// Version is the available version; empty if there is none.
	Version string `json:"version,omitempty"`
}

// listPacks lists all packs, the enabled ones first, in the order in which they are
// applied.
func (w *workspace) listPacks() ([]listedPack, error) {
	i, around, err := w.installation()
	if err != nil {
		return nil, err
	}
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return nil, problems
	}
	if err := w.open(); err != nil {
		return nil, err
	}
	w.UpdateRoots()
	w.Loader.Load() // sleight validate reports what is wrong with the content
	enabled := w.Loader.Manifests()
	all := slices.Clone(enabled)
	for _, m := range append(slices.Clone(around.Present), i.Manifests()...) {
		if !slices.ContainsFunc(all, func(o *manifest.Manifest) bool { return o.ID == m.ID }) {
			all = append(all, m)
		}
	}
	versions := map[string]string{}
	for _, m := range all {
		versions[m.ID] = m.VersionText()
	}
	var out []listedPack
	for n, m := range all {
		s := listedPack{Pack: m.ID, Version: m.VersionText(), Title: m.Title, From: "built in", Enabled: n < len(enabled), Requires: []required{}}
		if p, ok := lock.Find(m.ID); ok && p.Version == s.Version {
			s.From, s.Installed, s.Asked, s.Digest = p.Source, true, p.Requested, p.Digest
			if key, err := trust.ParseKey(p.Key); err == nil {
				s.Key, s.Fingerprint = p.Key, key.Fingerprint()
			}
		}
		if !strings.HasPrefix(m.Place.File, ws.Embedded+"/") && !s.Installed {
			s.From = "here"
		}
		for _, r := range m.Requires {
			s.Requires = append(s.Requires, required{r.Pack, r.Range.String(), versions[r.Pack]})
		}
		out = append(out, s)
	}
	return out, nil
}

// newShowCommand returns a command that shows packs.
func newShowCommand(w *workspace, c *cobra.Command, show func(io.Writer, []listedPack) error) *cobra.Command {
	asJSON := false
	c.Args = noArgs
	c.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	c.RunE = func(c *cobra.Command, _ []string) error {
		all, err := w.listPacks()
		if err != nil {
			return err
		}
		if asJSON {
			return writeJSON(c.OutOrStdout(), struct {
				Packs []listedPack `json:"packs"`
			}{all})
		}
		return show(c.OutOrStdout(), all)
	}
	return c
}

func newPackList(w *workspace) *cobra.Command {
	return newShowCommand(w, &cobra.Command{
		Use:   "list",
		Short: "List all packs in the order in which they are applied",
	}, func(out io.Writer, all []listedPack) error {
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, s := range all {
			from := sourceName(s.From)
			if s.Installed && !s.Asked {
				from += ", required only"
			}
			if !s.Enabled {
				from += ", not enabled"
			}
			if s.Fingerprint != "" {
				from += ", signed with " + s.Fingerprint
			}
			fmt.Fprintf(table, "%s\t%s\t%s\n", s.Pack, s.Version, from)
		}
		return table.Flush()
	})
}

// sourceName formats a source for people: without the digest after a tag.
func sourceName(source string) string {
	if ref, err := registry.Parse(source); err == nil && ref.Tag != "" {
		return ref.Pinned("").String()
	}
	return source
}

func newPackTree(w *workspace) *cobra.Command {
	return newShowCommand(w, &cobra.Command{
		Use:   "tree",
		Short: "Show which packs require which",
	}, func(out io.Writer, all []listedPack) error {
		wanted := map[string]bool{}
		for _, s := range all {
			for _, r := range s.Requires {
				wanted[r.Pack] = true
			}
		}
		t := packTree{out: out, all: all, printed: map[string]bool{}}
		for _, s := range all {
			if !wanted[s.Pack] {
				fmt.Fprintf(out, "%s %s\n", s.Pack, s.Version)
				t.requirements(s, 1)
			}
		}
		return nil
	})
}

// packTree prints which packs require which.
type packTree struct {
	out     io.Writer
	all     []listedPack
	printed map[string]bool // the packs whose requirements are printed
}

// requirements prints what a pack requires, and what that requires, once for each
// pack: if n packs require all those before them, there are 2ⁿ ways through the tree.
func (t packTree) requirements(s listedPack, depth int) {
	t.printed[s.Pack] = true
	for _, r := range s.Requires {
		is := r.Version
		if is == "" {
			is = "missing"
		}
		n := slices.IndexFunc(t.all, func(o listedPack) bool { return o.Pack == r.Pack })
		again := ""
		if n >= 0 && len(t.all[n].Requires) > 0 && t.printed[r.Pack] {
			again = " (see above)"
		}
		fmt.Fprintf(t.out, "%s%s %s: %s%s\n", strings.Repeat("  ", depth), r.Pack, r.Range, is, again)
		if n >= 0 && !t.printed[r.Pack] {
			t.requirements(t.all[n], depth+1)
		}
	}
}

// compareKeys compares the keys of a lock with the known keys of the packs.
func compareKeys(lock *install.Lock, i *install.Installation) (out diag.List) {
	store, err := keyStore()
	if lock == nil || err != nil {
		return nil
	}
	for _, p := range lock.Packs {
		known, isKnown, err := store.Key(p.ID)
		switch {
		case err != nil:
			out = append(out, diag.New("trust/store", p.Place, "the known key of %s cannot be read: %v", p.ID, err))
		case isKnown && p.Key == "":
			out = append(out, diag.New("trust/unsigned", p.Place, "%s is locked without a key, but its known key is %s", p.ID, known.Fingerprint()).
				WithHint("install it again from a source that is signed, or sleight pack untrust %s", p.ID))
		case isKnown && p.Key != known.String():
			out = append(out, diag.New("trust/key", p.Place, "%s is locked with a key other than its known key, %s", p.ID, known.Fingerprint()).
				WithHint("install it again, or sleight pack trust the key of the lock if its author has a new one"))
		}
	}
	return out
}

// newPackClean prunes the cache.
func newPackClean(w *workspace) *cobra.Command {
	all, asJSON := false, false
	c := &cobra.Command{
		Use:   "clean",
		Short: "Prune the cache of archives",
		Long: `Prune the cache of archives, which all workspaces share: remove unreadable archives,
and all versions of each pack except the newest and the one installed here. A
workspace that needs another version fetches it again from its source.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			i, _, err := w.installation()
			if err != nil {
				return err
			}
			lock, problems := i.ReadLockFile()
			if lock == nil {
				return problems
			}
			var keep []string
			for _, p := range lock.Packs {
				keep = append(keep, p.Digest)
			}
			cleaned, err := i.Cache.Clean(keep, all)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(c.OutOrStdout(), cleaned)
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "removed %s, %d bytes; %s left\n", counted(cleaned.Files, "file"), cleaned.Bytes, counted(cleaned.Kept, "archive"))
			return err
		},
	}
	c.Flags().BoolVar(&all, "all", false, "keep only what is installed here")
	c.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	return c
}

func newPackVerify(w *workspace) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check all installed files against sleight.lock",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			i, _, err := w.installation()
			if err != nil {
				return err
			}
			if !isFile(filepath.Join(i.Dir, install.LockFile)) {
				_, err := fmt.Fprintf(c.OutOrStdout(), "no %s here: nothing is installed\n", install.LockFile)
				return err
			}
			lock, problems := i.Verify()
			problems = append(problems, compareKeys(lock, i)...)
			if asJSON {
				err = writeJSON(c.OutOrStdout(), struct {
					Problems diag.List `json:"problems"`
				}{append(diag.List{}, problems...)})
			} else {
				err = show(c, problems, nil)
			}
			switch {
			case err != nil:
				return err
			case len(problems) > 0:
				return errFound
			case !asJSON:
				fmt.Fprintf(c.OutOrStdout(), "verified %s against sleight.lock\n", counted(len(lock.Packs), "pack"))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	return c
}
