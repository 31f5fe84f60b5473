package source

import (
	"errors"
	"os"
	"path/filepath"

	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
)

// ConfigVariable is the environment variable that says where keys lie.
const ConfigVariable = "SLEIGHT_CONFIG"

// ConfigDir is where the keys of the user lie, their own and those that packs
// are known by: where ConfigVariable says, or below the folder that the system
// has for such.
func ConfigDir() (string, error) {
	if dir := os.Getenv(ConfigVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", errors.New("there is no place for keys: set " + ConfigVariable + " to a folder")
	}
	return filepath.Join(dir, "sleight"), nil
}

// KeyFile is where the user's own key lies in the folder of keys.
func KeyFile(config string) string { return filepath.Join(config, "sign.key") }

// StoreFolder is where the keys that packs are known by lie in that folder.
func StoreFolder(config string) string { return filepath.Join(config, "trust") }

// Desk is where packs are looked at before they come in. It is for one
// installation, and one goroutine.
type Desk struct {
	Reader   *install.Reader
	Store    trust.Store
	Registry registry.Client
	// Given is the key that the user vouches for, when there is one.
	Given *trust.Key
	// Locked are the keys of what is installed, by pack.
	Locked map[string]trust.Key

	verdicts map[string]trust.Verdict // by the name that the lock gives
}

// File is the source of an archive, or of a folder with packs; shown is how the
// lock calls it.
func (d *Desk) File(path, shown string) install.Source { return &file{d, path, shown} }

// Remote is the source of what a reference names: one version of a pack, or all
// that there are when it has neither tag nor digest. Shown is how the lock
// calls it.
func (d *Desk) Remote(ref, shown registry.Reference) install.Source { return &remote{d, ref, shown} }

// check holds a pack against the key that it is known by, and remembers the
// verdict under the name that the lock gives to where it comes from.
func (d *Desk) check(source string, c trust.Claim) error {
	c.Given = d.Given
	if key, ok := d.Locked[c.Pack]; ok {
		c.Locked = &key
	}
	v, err := d.Store.Check(c)
	if err != nil {
		return err
	}
	if d.verdicts == nil {
		d.verdicts = map[string]trust.Verdict{}
	}
	d.verdicts[c.Pack+"\n"+source] = v
	return nil
}

// Verdict returns what was decided of a pack from a source.
func (d *Desk) Verdict(pack, source string) (trust.Verdict, bool) {
	v, ok := d.verdicts[pack+"\n"+source]
	return v, ok
}

// key is that of a pack from a source, empty when it is not signed.
func (d *Desk) key(pack, source string) string {
	if v, ok := d.Verdict(pack, source); ok && v.Key != nil {
		return v.Key.String()
	}
	return ""
}

// May tells whether a pack that was kept from an earlier installation may be
// used: one that is known by a key, only if it was signed with that.
func (d *Desk) May(pack, key string) bool {
	known, isKnown, err := d.Store.Key(pack)
	if locked, ok := d.Locked[pack]; ok && !isKnown && !d.Store.Forgotten(pack) {
		known, isKnown = locked, true
	}
	return err == nil && (!isKnown || known.String() == key)
}

// Keep remembers the key of a pack that was installed from a source, and
// returns it when it is a new one.
func (d *Desk) Keep(pack, source string) (*trust.Key, error) {
	v, ok := d.Verdict(pack, source)
	if !ok || !v.New() {
		return nil, nil
	}
	return v.Key, d.Store.Keep(v)
}
