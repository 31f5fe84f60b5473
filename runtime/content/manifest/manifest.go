// Package manifest says what a pack is: its id and version, what it needs, and
// in which order packs come that are used together.
//
// Layer content. It knows problems and versions; it does not know where packs lie,
// how a manifest is written down (runtime/content/load reads it), or what is in a pack.
package manifest

import (
	"strings"

	"github.com/Masterminds/semver/v3"

	"sleight/runtime/diag"
)

// Engine is the version of the engine that packs name in engine:. It follows
// semver.org as to what content may rely on: the kinds and keys, the functions
// of the API, and the form of packs and saves.
const Engine = "1.0.0"

// Format is the form of manifests that this engine reads.
const Format = 1

// File is the name of a manifest in the folder content/PACK.
const File = "pack.yaml"

// Manifest is what a pack says of itself.
type Manifest struct {
	// ID is the name of the pack's folder. It never changes.
	ID string
	// Version is nil in a pack without a manifest.
	Version *semver.Version
	Title   string
	Text    string
	Authors []string
	// Licence is best an SPDX identifier; empty when nothing is said.
	Licence string
	// Engine holds the versions of the engine that the pack works with.
	Engine Range
	// Games are ids of games which the pack's definitions join.
	Games []Named
	// Requires must be there and come before the pack. Optional come before it
	// when they are there, and must then be in range. Conflicts must not be
	// there. Each is sorted by pack.
	Requires, Optional, Conflicts []Need
	// After come before the pack when they are there.
	After []Named
	// Capabilities are what the pack asks for; see the constants.
	Capabilities []string
	// Locales are the languages (BCP 47) that it has texts in beside its own.
	Locales []string
	// Place is where the manifest stands.
	Place diag.Place
}

// Hooks is the capability to run Lua inside definitions of other packs.
const Hooks = "hooks"

// Named is a name with where it stands.
type Named struct {
	Name  string
	Place diag.Place
}

// Need is a pack with the versions that are meant.
type Need struct {
	Pack  string
	Range Range
	Place diag.Place
}

// Without is the manifest of a pack that has none: it needs nothing, is for its
// own games only, and has no version.
func Without(id string, at diag.Place) *Manifest { return &Manifest{ID: id, Title: id, Place: at} }

// VersionText returns the version as it is written, or "no version".
func (m *Manifest) VersionText() string {
	if m.Version == nil {
		return "no version"
	}
	return m.Version.String()
}

// Can tells whether the pack asks for a capability.
func (m *Manifest) Can(capability string) bool {
	for _, c := range m.Capabilities {
		if c == capability {
			return true
		}
	}
	return false
}

// Knows tells whether the pack names another as one that comes before it.
func (m *Manifest) Knows(pack string) bool {
	for _, n := range m.before() {
		if n.Name == pack {
			return true
		}
	}
	return false
}

// before lists the packs that come before this one if they are there.
func (m *Manifest) before() []Named {
	var out []Named
	for _, needs := range [][]Need{m.Requires, m.Optional} {
		for _, n := range needs {
			out = append(out, Named{n.Pack, n.Place})
		}
	}
	return append(out, m.After...)
}

// Range is a set of versions. Its zero value holds every version.
type Range struct {
	text   string
	within *semver.Constraints
}

// ParseRange reads a range as github.com/Masterminds/semver/v3 does: ^1.2,
// ~1.2, >=1 <3, 1.x || 3.x, *. Versions before a release (1.0.0-beta) are in a
// range only if it names one.
func ParseRange(text string) (Range, error) {
	c, err := semver.NewConstraint(text)
	if err != nil {
		return Range{}, err
	}
	return Range{strings.TrimSpace(text), c}, nil
}

// String returns the range as it is written, "*" when that is nothing.
func (r Range) String() string {
	if r.text == "" {
		return "*"
	}
	return r.text
}

// Allows tells whether a version is in the range. A pack without a version is
// in "*" only.
func (r Range) Allows(v *semver.Version) bool {
	switch {
	case r.within == nil || r.text == "*":
		return true
	case v == nil:
		return false
	}
	return r.within.Check(v)
}

// ParseVersion reads a version strictly by semver.org: MAJOR.MINOR.PATCH.
func ParseVersion(text string) (*semver.Version, error) { return semver.StrictNewVersion(text) }

// Compare puts two versions in order as semver.org does: below 0 when a is the
// earlier. What is no version, such as nothing, is earlier than any.
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

// FitsEngine tells whether the pack works with a version of the engine.
func (m *Manifest) FitsEngine(version string) bool {
	v, err := ParseVersion(version)
	return err == nil && m.Engine.Allows(v)
}
