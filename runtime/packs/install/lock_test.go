package install

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const goodLock = `kind: lock
format: 1
packs:
  - id: coins
    version: 1.0.0
    digest: h1:a/2EiyyTwTXFPxcb0JeoE/JV8TAg2qi1m8wbS6MZCak=
    source: coins.zip
    asked: true
`

// TestLocksAreReadStrictly checks the places of problems that the form of the lock
// rules out.
func TestLocksAreReadStrictly(t *testing.T) {
	if lock, problems := ReadLock("sleight.lock", []byte(goodLock)); lock == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, c := range map[string]struct {
		old, new string
		line     int
		code     string
	}{
		"an unknown key":            {"asked: true", "asked: true\n    trusted: true", 9, "pack/lock"},
		"a missing key":             {"    source: coins.zip\n", "", 4, "pack/lock"},
		"a key that is there twice": {"asked: true", "asked: true\n    asked: true", 9, "content/duplicate-key"},
		"a path for an id":          {"id: coins", "id: ../coins", 4, "pack/lock"},
		"an id that is long":        {"id: coins", "id: " + strings.Repeat("c", 65), 4, "pack/lock"},
		"a path for a version":      {"1.0.0", "1.0.0/..", 5, "pack/lock"},
		"a version as a number":     {"1.0.0", "1.0", 5, "pack/lock"},
		"a short digest":            {"a/2E", "a/2", 6, "pack/lock"},
		"an invalid source":         {"source: coins.zip", "source: [coins.zip]", 7, "pack/lock"},
		"an anchor":                 {"id: coins", "id: &a coins", 4, "content/yaml-feature"},
		"half a file":               {"    digest", "    \"digest", 0, "content/yaml"},
		"two documents":             {"kind: lock", "kind: lock\n---\nkind: lock", 1, "content/yaml"},
		"bytes that are not a text": {"coins.zip", "\xff", 7, "file/encoding"},
	} {
		text := strings.Replace(goodLock, c.old, c.new, 1)
		lock, problems := ReadLock("sleight.lock", []byte(text))
		if lock != nil || len(problems) == 0 || problems[0].Code != c.code || c.line > 0 && problems[0].Place.Line != c.line || problems[0].Place.File != "sleight.lock" {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestLocksRoundTrip checks that equal locks give equal bytes,
// and a written lock is read back unchanged.
func TestLocksRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		lock := &Lock{}
		for _, id := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z0-9_-]{0,20}`), 0, 5, rapid.ID).Draw(r, "ids") {
			sum := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(r, "sum")
			lock.Packs = append(lock.Packs, LockedPack{
				ID: id, Version: rapid.StringMatching(`[1-9]\.[1-9]\.[1-9](-[a-z]+(\.[1-9])?)?`).Draw(r, "version"),
				Digest: digestOf(fmt.Sprintf("%x", sum)), Source: rapid.StringMatching(`[ -~äλ"\\\n\t]{0,40}`).Draw(r, "source"),
				Requested: rapid.Bool().Draw(r, "asked"),
			})
		}
		text := lock.Bytes()
		again, problems := ReadLock("sleight.lock", text)
		if again == nil {
			r.Fatalf("%v\n%s", problems, text)
		}
		slices.SortFunc(lock.Packs, func(a, b LockedPack) int { return strings.Compare(a.ID, b.ID) })
		if !bytes.Equal(again.Bytes(), lock.Bytes()) {
			r.Fatalf("%s\nis read as\n%s", text, again.Bytes())
		}
	})
}

func FuzzLock(f *testing.F) {
	f.Add([]byte(goodLock))
	f.Add([]byte("kind: lock\nformat: 1\npacks: []\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		lock, problems := ReadLock("sleight.lock", src)
		if (lock == nil) != problems.Failed() {
			t.Fatalf("%v %v", lock, problems)
		}
		if lock == nil {
			return
		}
		again, problems := ReadLock("sleight.lock", lock.Bytes())
		if again == nil || !bytes.Equal(again.Bytes(), lock.Bytes()) {
			t.Fatal(problems)
		}
		for _, p := range lock.Packs {
			if strings.ContainsAny(p.fileName(), "/\\:") {
				t.Errorf("a file would be called %s", p.fileName())
			}
		}
	})
}
