package install

import (
	"strings"
	"testing"
)

// TestFaultsInLocksAreLocated states the whole report on each thing that can
// be wrong in a lock.
func TestFaultsInLocksAreLocated(t *testing.T) {
	const digest = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	const sound = `kind: lock
format: 1
packs:
  - id: luck
    version: 1.0.0
    digest: ` + digest + `
    source: "a"
    asked: true
    games: [forward]
    requires: []
`
	lock, problems := ReadLock("l", []byte(sound))
	if lock == nil || len(problems) > 0 || len(lock.Packs) != 1 || lock.Packs[0].Requires == nil || strings.Join(lock.Packs[0].Games, " ") != "forward" {
		t.Fatalf("%+v, %v", lock, problems)
	}
	const hint = "; restore it from version control, or remove it and install again"
	for _, c := range []struct{ old, now, want string }{
		{"kind: lock\n", "", `l:1:1: error: a lock starts with kind: lock [pack/lock]` + hint + `
l:1:1: error: kind is missing [pack/lock]` + hint},
		{"kind: lock", "kind: look", `l:1:7: error: a lock starts with kind: lock [pack/lock]` + hint},
		{"format: 1\n", "", `l:1:1: error: format is missing [pack/lock]` + hint + `
l:1:1: error: unknown lock format: expected format: 1 [pack/lock]` + hint},
		{"format: 1", "format: '1'", `l:2:9: error: unknown lock format: expected format: 1 [pack/lock]` + hint},
		{"format: 1", "format: 2", `l:2:9: error: unknown lock format: expected format: 1 [pack/lock]` + hint},
		{"format: 1", "format: 1\nmore: 1", `l:3:1: error: a lock has no key "more" [pack/lock]` + hint},
		{sound[strings.Index(sound, "packs"):], "", `l:1:1: error: a lock lists packs [pack/lock]` + hint + `
l:1:1: error: packs is missing [pack/lock]` + hint},
		{sound[strings.Index(sound, "packs"):], "packs: {}\n", `l:3:8: error: a lock lists packs [pack/lock]` + hint},
		{sound[strings.Index(sound, "  - id"):], "  - luck\n", `l:4:5: error: expected a mapping with id, version, digest, source, asked, [key], [games], [requires] [pack/lock]` + hint},
		{"id: luck", "id: Luck", `l:4:9: error: this is not an id of a pack [pack/lock]` + hint},
		{"version: 1.0.0", "version: '1.0'", `l:5:14: error: this is not a semantic version (semver.org) [pack/lock]` + hint},
		{"version: 1.0.0", "version: v1.0.0", `l:5:14: error: this is not a semantic version (semver.org) [pack/lock]` + hint},
		{"h1:A", "h2:A", `l:6:13: error: this is not a digest: expected h1: and 44 characters [pack/lock]` + hint},
		{"AA=", "AAA=", `l:6:13: error: this is not a digest: expected h1: and 44 characters [pack/lock]` + hint},
		{"AA=", "AB=", `l:6:13: error: this is not a digest: expected h1: and 44 characters [pack/lock]` + hint},
		{digest, `"` + digest + `\n"`, `l:6:13: error: this is not a digest: expected h1: and 44 characters [pack/lock]` + hint},
		{`source: "a"`, "source: 1", `l:7:13: error: this is not a text [pack/lock]` + hint},
		{"asked: true", "asked: 1", `l:8:12: error: this is neither true nor false [pack/lock]` + hint},
		{"    games", "    key: RW\n    games", `l:9:10: error: this is not a public key of minisign [pack/lock]` + hint},
		{"games: [forward]", "games: forward", `l:9:12: error: expected a list, not a text [pack/lock]` + hint},
		{"requires: []", "requires: [a, B]", `l:10:19: error: expected an id [pack/lock]` + hint},
		{"requires: []\n", "requires: []\n" + sound[strings.Index(sound, "  - id"):], `l:11:9: error: luck is locked twice [pack/lock]` + hint},
	} {
		lock, problems := ReadLock("l", []byte(strings.Replace(sound, c.old, c.now, 1)))
		if got := problems.Error(); lock != nil || got != c.want {
			t.Errorf("%.40q as %.40q is reported as\n%s\nnot\n%s", c.old, c.now, got, c.want)
		}
	}
}
