package source

import (
	"errors"
	"os"
	"path/filepath"

	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
)

// ConfigVariable is the environment variable that holds the folder of the
// user's keys.
const ConfigVariable = "SLEIGHT_CONFIG"

// ConfigDir returns the folder with the user's own key and the keys that packs
// are known by: the value of ConfigVariable, or "sleight" in the operating
// system's configuration folder.
func ConfigDir() (string, error) {
	if dir := os.Getenv(ConfigVariable); dir != "" {
		return dir, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", errors.New("no folder is known for keys: set " + ConfigVariable + " to a folder")
	}
	return filepath.Join(dir, "sleight"), nil
}

// KeyFile returns the path of the user's own key in the folder ConfigDir
// returns.
func KeyFile(config string) string { return filepath.Join(config, "sign.key") }

// StoreFolder returns the path in that folder of the keys that packs are known
// by.
func StoreFolder(config string) string { return filepath.Join(config, "trust") }

// Verifier verifies packs before they are installed. Use one per installation;
// it is not safe for concurrent use.
type Verifier struct {
	Store    trust.Store
	Registry registry.Client
	// Given is the key that the user vouches for, or nil.
	Given *trust.Key
	// Locked holds the keys of the installed packs, by pack id.
	Locked map[string]trust.Key

	verdicts map[string]trust.Verdict // by pack id and source
}

// File returns the source for an archive or a folder with packs; shown is its
// name in the lock.
func (v *Verifier) File(path, shown string) install.Source { return &file{v, path, shown} }

// Remote returns the source for a reference: one version of a pack, or all
// versions if the reference has neither tag nor digest. shown is its name in
// the lock.
func (v *Verifier) Remote(ref, shown registry.Reference) install.Source {
	return &remote{v, ref, shown}
}

// check checks a pack against the key it is known by, and records the verdict
// by pack and source, as the lock names the source.
func (v *Verifier) check(source string, c trust.Claim) error {
	c.Given = v.Given
	if key, ok := v.Locked[c.Pack]; ok {
		c.Locked = &key
	}
	verdict, err := v.Store.Check(c)
	if err != nil {
		return err
	}
	if v.verdicts == nil {
		v.verdicts = map[string]trust.Verdict{}
	}
	v.verdicts[c.Pack+"\n"+source] = verdict
	return nil
}

// Verdict returns the verdict on a pack from a source.
func (v *Verifier) Verdict(pack, source string) (trust.Verdict, bool) {
	verdict, ok := v.verdicts[pack+"\n"+source]
	return verdict, ok
}

// key returns the key of a pack from a source, or "" if it is not signed.
func (v *Verifier) key(pack, source string) string {
	if verdict, _ := v.Verdict(pack, source); verdict.Key != nil {
		return verdict.Key.String()
	}
	return ""
}

// MayUse reports whether a cached pack may be used. If the pack's key is known,
// it must be signed with that key.
func (v *Verifier) MayUse(pack, key string) bool {
	known, isKnown, err := v.Store.Key(pack)
	if locked, ok := v.Locked[pack]; ok && !isKnown && !v.Store.Forgotten(pack) {
		known, isKnown = locked, true
	}
	return err == nil && (!isKnown || known.String() == key)
}

// Keep stores the key of a pack installed from a source, and returns the key if
// it is new.
func (v *Verifier) Keep(pack, source string) (*trust.Key, error) {
	verdict, _ := v.Verdict(pack, source)
	if !verdict.New() {
		return nil, nil
	}
	return verdict.Key, v.Store.Keep(verdict)
}
