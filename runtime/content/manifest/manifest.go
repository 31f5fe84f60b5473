// Package manifest describes packs: id, version and dependencies. It resolves
// versions and orders packs that are used together.
//
// Layer content. It knows problems and versions; it does not know where packs
// are, the file format of a manifest (runtime/content/load reads it), or what
// is in a pack.
package manifest

import (
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"sleight/runtime/diag"
)

// Engine is the version of the engine that packs name in engine:. It follows
// semver.org for everything content may rely on: kinds and keys, API functions,
// and the formats of packs and saves.
const Engine = "1.0.0"

// Format is the manifest format that this engine reads.
const Format = 1

// File is the name of the manifest file in the folder content/PACK.
const File = "pack.yaml"

// Manifest is the manifest of a pack.
type Manifest struct {
	// ID is the name of the pack's folder. It never changes.
	ID string
	// Version is nil in a pack without a manifest.
	Version *semver.Version
	Title   string
	Text    string
	Authors []string
	// Licence should be an SPDX identifier; empty if not given.
	Licence string
	// Registry is a reference without a tag to where versions of the pack are
	// published; empty if not given.
	Registry string
	// Engine is the range of engine versions that the pack works with.
	Engine Range
	// Games are the ids of games that the pack's definitions join.
	Games []LocatedName
	// Requires are packs that must be present and come before this one.
	// Optional are packs that come before it if present, and must then be in
	// range. Conflicts must not be present. Each list is sorted by pack.
	Requires, Optional, Conflicts []Dependency
	// After are packs that come before this one if present.
	After []LocatedName
	// Capabilities are those the pack requests; see the constants.
	Capabilities []string
	// Locales are the languages (BCP 47) of its translations.
	Locales []LocatedName
	// Place is the place of the manifest.
	Place diag.Place
}

// The capabilities that a pack may request.
const (
	// Hooks is to run Lua inside definitions of other packs.
	Hooks = "hooks"
	// Secrets is to show players what definitions of other packs hide from them.
	Secrets = "secrets"
)

// LocatedName is a name with its place.
type LocatedName struct {
	Name  string
	Place diag.Place
}

// Dependency is a pack with a range of versions.
type Dependency struct {
	Pack  string
	Range Range
	Place diag.Place
}

// Implicit returns the manifest of a pack that has none: no dependencies, no
// games besides its own, and no version.
func Implicit(id string, at diag.Place) *Manifest { return &Manifest{ID: id, Title: id, Place: at} }

// VersionText returns the version as written, or "no version".
func (m *Manifest) VersionText() string {
	if m.Version == nil {
		return "no version"
	}
	return m.Version.String()
}

// Requests reports whether the pack requests a capability.
func (m *Manifest) Requests(capability string) bool {
	return slices.Contains(m.Capabilities, capability)
}

// ComesAfter reports whether the pack declares that another comes before it.
func (m *Manifest) ComesAfter(pack string) bool {
	for _, n := range m.before() {
		if n.Name == pack {
			return true
		}
	}
	return false
}

// Mentions reports whether the manifest says anything about another pack, or about
// a game with the id of that pack.
func (m *Manifest) Mentions(pack string) bool {
	needs := func(n Dependency) bool { return n.Pack == pack }
	return m.ComesAfter(pack) || slices.ContainsFunc(m.Conflicts, needs) || slices.ContainsFunc(m.Games, func(g LocatedName) bool { return g.Name == pack })
}

// before returns the packs that come before this one if present.
func (m *Manifest) before() []LocatedName {
	var out []LocatedName
	for _, needs := range [][]Dependency{m.Requires, m.Optional} {
		for _, n := range needs {
			out = append(out, LocatedName{n.Pack, n.Place})
		}
	}
	return append(out, m.After...)
}

// Range is a set of versions. Its zero value contains every version.
type Range struct {
	text   string
	within *semver.Constraints
}

// ParseRange parses a range as github.com/Masterminds/semver/v3 does: ^1.2,
// ~1.2, >=1 <3, 1.x || 3.x, *. Prereleases (1.0.0-beta) are in a range only if
// it names one.
func ParseRange(text string) (Range, error) {
	c, err := semver.NewConstraint(text)
	if err != nil {
		return Range{}, err
	}
	return Range{strings.TrimSpace(text), c}, nil
}

// String returns the range as written, or "*" if it is empty.
func (r Range) String() string {
	if r.text == "" {
		return "*"
	}
	return r.text
}

// Allows reports whether a version is in the range. A pack without a version is
// only in "*".
func (r Range) Allows(v *semver.Version) bool {
	switch {
	case r.within == nil || r.text == "*":
		return true
	case v == nil:
		return false
	}
	return r.within.Check(v)
}

// ParseVersion parses a version strictly by semver.org: MAJOR.MINOR.PATCH.
func ParseVersion(text string) (*semver.Version, error) { return semver.StrictNewVersion(text) }

// Compare compares two versions by semver.org; the result is negative if a is
// earlier. A text that is not a version, such as "", is earlier than any
// version.
func Compare(a, b string) int {
	x, errX := ParseVersion(a)
	y, errY := ParseVersion(b)
	switch {
	case errX == nil && errY == nil:
		return x.Compare(y)
	case errX == nil:
		return 1
	case errY == nil:
		return -1
	}
	return 0
}

// FitsEngine reports whether the pack works with a version of the engine.
func (m *Manifest) FitsEngine(version string) bool {
	v, err := ParseVersion(version)
	return err == nil && m.Engine.Allows(v)
}
