package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/source"
	"sleight/runtime/packs/trust"
)

// packSources finds and verifies the packs that a command installs.
type packSources struct {
	trust string
	plain bool

	source.Verifier
}

func (s *packSources) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.trust, "trust", "", "accept packs signed with this `KEY`, a public key or its file, whatever key was known before")
	c.Flags().BoolVar(&s.plain, "plain-http", false, "allow unencrypted connections to registries on other machines")
}

// open prepares for an installation, before its sources are made.
func (s *packSources) open(i *install.Installation) error {
	config, err := source.ConfigDir()
	if err != nil {
		config = filepath.Join(i.Dir, ".sleight")
	}
	s.Store, s.Registry = trust.OpenStore(source.StoreFolder(config)), client(s.plain)
	if s.trust != "" {
		key, err := trust.FindKey(s.trust)
		if err != nil {
			return err
		}
		s.Given = &key
	}
	i.Cache.Absolute = func(name string) string { return absolute(i.Dir, name) }
	i.Cache.Relative = func(name string) string { return s.lockName(i.Dir, name) }
	i.MayUse, s.Locked = s.MayUse, map[string]trust.Key{}
	lock, _ := i.ReadLockFile() // the command that changes it reports its problems
	if lock == nil {
		return nil
	}
	for _, p := range lock.Packs {
		if key, err := trust.ParseKey(p.Key); err == nil {
			s.Locked[p.ID] = key
		}
	}
	return nil
}

// lockName returns the name that an argument has in the lock of a workspace: paths
// are relative to the workspace folder.
func (s *packSources) lockName(dir, name string) string {
	ref, err := registry.Parse(name)
	if err != nil || ref.Folder == "" {
		if registry.IsReference(name) {
			return name
		}
		return relativePath(dir, name)
	}
	ref.Folder = relativePath(dir, ref.Folder)
	return ref.String()
}

// source returns the source for a name in a lock.
func (s *packSources) source(i *install.Installation, name string) (install.Source, error) {
	if !registry.IsReference(name) {
		return s.File(resolvePath(i.Dir, name), name), nil
	}
	shown, err := registry.Parse(name)
	if err != nil {
		return nil, err
	}
	ref := shown
	if ref.Folder != "" {
		ref.Folder = resolvePath(i.Dir, ref.Folder)
	}
	return s.Remote(ref, shown), nil
}

// anyOf returns the source for a name in a lock, in any version.
func (s *packSources) anyOf(i *install.Installation, name string) (install.Source, error) {
	ref, err := registry.Parse(name)
	switch {
	case !registry.IsReference(name):
		return s.FileOrNewer(resolvePath(i.Dir, name), name), nil
	case err != nil:
		return s.source(i, name)
	}
	return s.source(i, ref.Any().String())
}

// absolute returns a name in a lock with its path made absolute.
func absolute(dir, name string) string {
	absolute := func(name string) string {
		at, err := filepath.Abs(resolvePath(dir, name))
		if err != nil {
			return name
		}
		return filepath.ToSlash(at)
	}
	if !registry.IsReference(name) {
		return absolute(name)
	}
	ref, err := registry.Parse(name)
	if err != nil || ref.Folder == "" {
		return name
	}
	ref.Folder = absolute(ref.Folder)
	return ref.String()
}

// resolvePath resolves a path that is relative to the workspace folder.
func resolvePath(dir, name string) string {
	at := filepath.FromSlash(name)
	if filepath.IsAbs(at) {
		return at
	}
	return filepath.Join(dir, at)
}

// storeKeys stores the keys of the installed packs, and reports the new ones to out.
func (s *packSources) storeKeys(i *install.Installation, out io.Writer) error {
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return problems
	}
	for _, p := range lock.Packs {
		met, err := s.Keep(p.ID, p.Source)
		if err != nil {
			return fmt.Errorf("%s is installed, but its key could not be remembered: %w; sleight.lock has it", p.ID, err)
		}
		if met != nil {
			fmt.Fprintf(out, "from now on, %s must be signed with %s\n", p.ID, met.Fingerprint())
		}
	}
	return nil
}
