package install

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/runtime/packs/trust"
)

// LockFile is the file in a workspace folder that lists the installed packs.
const LockFile = "sleight.lock"

// Lock is the content of a lock file: the installed packs with their digests.
type Lock struct {
	// Packs are sorted by id.
	Packs []LockedPack
}

// LockedPack is an installed pack.
type LockedPack struct {
	ID, Version string
	// Digest is the h1: digest of the pack's files, as in golang.org/x/mod.
	Digest string
	// Source is where it came from; see Offer.Source.
	Source string
	// Key is the public key it is signed with, or empty.
	Key string
	// Requested is set if the user asked for it; otherwise only other packs
	// require it.
	Requested bool
	// Games are the ids of the games that the pack holds or declares that it is
	// for, and Requires those of the packs that it requires, sorted: they show
	// which games cannot be played if its archive is lost. Both are nil if the
	// lock was written by an earlier version of Sleight.
	Games, Requires []string
	// Place is its position in the lock file; zero in a new lock.
	Place diag.Place
}

// Find returns the pack with an id.
func (l *Lock) Find(id string) (LockedPack, bool) {
	for _, p := range l.Packs {
		if p.ID == id {
			return p, true
		}
	}
	return LockedPack{}, false
}

// fileName returns the file name of the installed archive. It depends on the
// bytes, so two archives of a pack can be in one folder.
func (p LockedPack) fileName() string {
	return fmt.Sprintf("%s-%s-%s.zip", p.ID, p.Version, hexOf(p.Digest)[:12])
}

// matches reports whether a package is the pack in the locked version.
func (p LockedPack) matches(one *Package) bool {
	return one.Manifest.ID == p.ID && one.Manifest.VersionText() == p.Version
}

// Bytes returns the lock file. Equal locks give equal bytes.
func (l *Lock) Bytes() []byte {
	var b bytes.Buffer
	b.WriteString("# Which packs are installed, byte for byte. Written by sleight pack: keep it with your files.\nkind: lock\nformat: 1\n")
	if len(l.Packs) == 0 {
		b.WriteString("packs: []\n")
		return b.Bytes()
	}
	b.WriteString("packs:\n")
	for _, p := range l.Packs {
		fmt.Fprintf(&b, "  - id: %s\n    version: %s\n    digest: %s\n    source: %s\n    asked: %t\n", quoted(p.ID), p.Version, p.Digest, strconv.Quote(p.Source), p.Requested)
		if p.Key != "" {
			fmt.Fprintf(&b, "    key: %s\n", p.Key)
		}
		for _, list := range []struct {
			key string
			ids []string
		}{{"games", p.Games}, {"requires", p.Requires}} {
			if list.ids != nil {
				fmt.Fprintf(&b, "    %s: [%s]\n", list.key, quotedAll(list.ids))
			}
		}
	}
	return b.Bytes()
}

// quoted returns an id as YAML: in quotes if some programs would read it as
// something other than a string.
func quoted(id string) string {
	switch id {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return strconv.Quote(id)
	}
	return id
}

func quotedAll(ids []string) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = quoted(id)
	}
	return strings.Join(out, ", ")
}

// ReadLock parses a lock file strictly; name is its name in problems.
func ReadLock(name string, src []byte) (*Lock, diag.List) {
	n, problems := yaml.ReadOne(name, src)
	if n == nil {
		return nil, problems
	}
	r := &lockReader{lock: &Lock{}}
	r.keys(n, "kind", "format", "packs")
	if n.TextOr("kind", "") != "lock" {
		r.problem(n.Get("kind").At(n.Place()), "a lock starts with kind: lock")
	}
	if v := n.Get("format"); v == nil || v.Type() != def.Number || v.Number() != 1 {
		r.problem(v.At(n.Place()), "unknown lock format: expected format: 1")
	}
	if v := n.Get("packs"); v == nil || v.Type() != def.List {
		r.problem(v.At(n.Place()), "a lock lists packs")
	}
	if len(r.problems) == 0 {
		for _, item := range n.All("packs") {
			r.pack(item)
		}
	}
	if len(r.problems) > 0 {
		r.problems.Sort()
		return nil, r.problems
	}
	slices.SortFunc(r.lock.Packs, func(a, b LockedPack) int { return strings.Compare(a.ID, b.ID) })
	return r.lock, nil
}

type lockReader struct {
	lock     *Lock
	problems diag.List
}

func (r *lockReader) problem(at diag.Place, format string, args ...any) {
	r.problems = append(r.problems, diag.New("pack/lock", at, format, args...).
		WithHint("restore it from version control, or remove it and install again"))
}

// keys checks that a mapping has exactly the given keys; those in brackets are
// optional.
func (r *lockReader) keys(n *def.Node, names ...string) bool {
	before := len(r.problems)
	if n.Type() != def.Map {
		r.problem(n.Place(), "expected a mapping with %s", strings.Join(names, ", "))
		return false
	}
	for _, f := range n.Fields() {
		if !slices.Contains(names, f.Key) && !slices.Contains(names, "["+f.Key+"]") {
			r.problem(f.KeyPlace(), "a lock has no key %q", f.Key)
		}
	}
	for _, name := range names {
		if n.Get(name) == nil && !strings.HasPrefix(name, "[") {
			r.problem(n.Place(), "%s is missing", name)
		}
	}
	return len(r.problems) == before
}

func (r *lockReader) pack(n *def.Node) {
	if !r.keys(n, "id", "version", "digest", "source", "asked", "[key]", "[games]", "[requires]") {
		return
	}
	p := LockedPack{
		ID: n.TextOr("id", ""), Version: n.TextOr("version", ""), Digest: n.TextOr("digest", ""), Source: n.TextOr("source", ""),
		Key: n.TextOr("key", ""), Requested: n.Get("asked").Bool(), Place: n.Get("id").Place(),
		Games: r.ids(n.Get("games")), Requires: r.ids(n.Get("requires")),
	}
	if !load.IsName(p.ID) {
		r.problem(p.Place, "this is not an id of a pack")
	}
	if v, err := manifest.ParseVersion(p.Version); err != nil || v.String() != p.Version {
		r.problem(n.Get("version").Place(), "this is not a semantic version (semver.org)")
	}
	if !isDigest(p.Digest) {
		r.problem(n.Get("digest").Place(), "this is not a digest: expected h1: and 44 characters")
	}
	if n.Get("source").Type() != def.Text {
		r.problem(n.Get("source").Place(), "this is not a text")
	}
	if n.Get("asked").Type() != def.Bool {
		r.problem(n.Get("asked").Place(), "this is neither true nor false")
	}
	if key := n.Get("key"); key != nil {
		if k, err := trust.ParseKey(p.Key); err != nil || k.String() != p.Key {
			r.problem(key.Place(), "this is not a public key of minisign")
		}
	}
	if first, twice := r.lock.Find(p.ID); twice {
		r.problem(p.Place, "%s is locked twice", p.ID)
		r.problems[len(r.problems)-1] = r.problems[len(r.problems)-1].WithNote(first.Place, "first defined here")
	}
	r.lock.Packs = append(r.lock.Packs, p)
}

// ids reads a list of ids, which is nil if it is absent.
func (r *lockReader) ids(list *def.Node) []string {
	if list == nil {
		return nil
	}
	if list.Type() != def.List {
		r.problem(list.Place(), "expected a list, not %s", list.Type())
	}
	out := []string{}
	for _, item := range list.Items() {
		if !load.IsName(item.Text()) {
			r.problem(item.Place(), "expected an id")
		}
		out = append(out, item.Text())
	}
	return out
}

// isDigest reports whether a text is an h1: digest in its canonical form.
func isDigest(text string) bool {
	raw, ok := strings.CutPrefix(text, "h1:")
	sum, err := base64.StdEncoding.Strict().DecodeString(raw)
	return ok && err == nil && len(sum) == 32 && len(raw) == 44
}

// hexOf returns a digest as a file name that is valid on every system.
func hexOf(digest string) string {
	sum, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(digest, "h1:"))
	return fmt.Sprintf("%064x", sum)
}

// digestOf is the inverse of hexOf; it returns "" if the name is not from
// hexOf.
func digestOf(name string) string {
	sum, err := hex.DecodeString(name)
	if err != nil || len(sum) != 32 || name != strings.ToLower(name) {
		return ""
	}
	return "h1:" + base64.StdEncoding.EncodeToString(sum)
}
