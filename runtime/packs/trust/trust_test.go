package trust

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

var archive = []byte("the bytes of an archive\n")

func pair(t testing.TB) Secret {
	t.Helper()
	s, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func code(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// install checks a claim and stores its key as an installation does, and
// returns the problem code if that is refused.
func install(s Store, c Claim) string {
	v, err := s.Check(c)
	if err == nil {
		err = s.Keep(v)
	}
	return code(err)
}

func TestTheFirstKeyIsRemembered(t *testing.T) {
	mine, other := pair(t), pair(t)
	otherKey := other.Public()
	withoutKey := func(sig []byte) []byte {
		_, rest, _ := strings.Cut(string(sig), "\n")
		return []byte("untrusted comment: signature from minisign secret key\n" + rest)
	}
	signed := mine.Sign(archive, "luck 1.0.0")
	changed := []byte("the bytes of another\n")
	for _, c := range []struct {
		name          string
		first, second Claim
		want          string
	}{
		{"the same key", Claim{Signature: signed}, Claim{Signature: signed}, ""},
		{"the same key, a new version", Claim{Signature: signed}, Claim{Archive: changed, Signature: mine.Sign(changed, "")}, ""},
		{"the same key, which the signature does not carry", Claim{Signature: signed}, Claim{Signature: withoutKey(signed)}, ""},
		{"another key", Claim{Signature: signed}, Claim{Signature: other.Sign(archive, "")}, "trust/key"},
		{"another key, not carried", Claim{Signature: signed}, Claim{Signature: withoutKey(other.Sign(archive, ""))}, "trust/key"},
		{"no longer signed", Claim{Signature: signed}, Claim{}, "trust/unsigned"},
		{"an archive that was changed", Claim{Signature: signed}, Claim{Archive: changed, Signature: signed}, "trust/signature"},
		{"a signature that is none", Claim{Signature: signed}, Claim{Signature: []byte("signed, me")}, "trust/signature"},
		{"an empty signature", Claim{}, Claim{Signature: []byte{}}, "trust/signature"},
		{"a huge signature", Claim{}, Claim{Signature: append(signed, make([]byte, MaxSignature)...)}, "trust/signature"},
		{"signed from now on", Claim{}, Claim{Signature: signed}, ""},
		{"never signed", Claim{}, Claim{}, ""},
		{"another key that the user vouches for", Claim{Signature: signed}, Claim{Signature: other.Sign(archive, ""), Given: &otherKey}, ""},
		{"not the key that the user vouches for", Claim{}, Claim{Signature: signed, Given: &otherKey}, "trust/key"},
		{"not signed, though the user vouches for a key", Claim{}, Claim{Given: &otherKey}, "trust/unsigned"},
		{"an unknown key, not carried", Claim{}, Claim{Signature: withoutKey(signed)}, "trust/unknown-key"},
		{"an archive that was changed, at once", Claim{}, Claim{Archive: changed, Signature: signed}, "trust/signature"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := OpenStore(filepath.Join(t.TempDir(), "trust"))
			for i, claim := range []Claim{c.first, c.second} {
				claim.Name, claim.Pack = "luck.zip", "luck"
				if claim.Archive == nil {
					claim.Archive = archive
				}
				before, _ := s.All()
				got := install(s, claim)
				if want := []string{"", c.want}[i]; got != want {
					t.Fatalf("archive %d: got %q, expected %q", i+1, got, want)
				}
				if after, _ := s.All(); got != "" && len(after) != len(before) {
					t.Errorf("a refusal changed what is known from %v to %v", before, after)
				}
			}
		})
	}
}

func TestAKeyThatTheUserVouchesForTakesThePlaceOfTheOld(t *testing.T) {
	s := OpenStore(t.TempDir())
	mine, other := pair(t), pair(t)
	key := other.Public()
	install(s, Claim{Pack: "luck", Archive: archive, Signature: mine.Sign(archive, "")})
	install(s, Claim{Pack: "luck", Archive: archive, Signature: other.Sign(archive, ""), Given: &key})
	if got := install(s, Claim{Pack: "luck", Archive: archive, Signature: mine.Sign(archive, "")}); got != "trust/key" {
		t.Errorf("the old key: %q", got)
	}
	if err := s.Forget("luck"); err != nil {
		t.Error(err)
	}
	if got := install(s, Claim{Pack: "luck", Archive: archive}); got != "" {
		t.Errorf("unsigned, after its key was forgotten: %q", got)
	}
}

// TestTheKeyOfAnInstallationCountsWhereNoneIsRemembered checks a lock that came
// from another machine.
func TestTheKeyOfAnInstallationCountsWhereNoneIsRemembered(t *testing.T) {
	s := OpenStore(t.TempDir())
	mine, other := pair(t), pair(t)
	key := mine.Public()
	c := Claim{Pack: "luck", Archive: archive, Locked: &key}
	if got := install(s, c); got != "trust/unsigned" {
		t.Errorf("unsigned: %q", got)
	}
	c.Signature = other.Sign(archive, "")
	if got := install(s, c); got != "trust/key" {
		t.Errorf("another key: %q", got)
	}
	if err := s.Forget("luck"); err != nil {
		t.Fatal(err)
	}
	if got := install(s, c); got != "" {
		t.Errorf("another key, once it is forgotten: %q", got)
	}
	c.Signature = mine.Sign(archive, "")
	if got := install(s, c); got != "trust/key" {
		t.Errorf("what is remembered counts for more than the lock: %q", got)
	}
}

func TestTwoWhoMeetAPackWithDifferentKeysDoNotBothWin(t *testing.T) {
	s := OpenStore(t.TempDir())
	mine, other := pair(t).Public(), pair(t).Public()
	if err := s.Meet("luck", mine); err != nil {
		t.Fatal(err)
	}
	if err := s.Meet("luck", mine); err != nil {
		t.Errorf("the same key: %v", err)
	}
	if got := code(s.Meet("luck", other)); got != "trust/key" {
		t.Errorf("another key: %q", got)
	}
	if known, _, _ := s.Key("luck"); !known.Equal(mine) {
		t.Error("the second key took the place of the first")
	}
}

func TestABrokenStoreTrustsNobody(t *testing.T) {
	mine := pair(t)
	for name, text := range map[string]string{
		"empty": "", "no key": "untrusted comment: luck\nnothing\n", "long": strings.Repeat("R", maxKey+1),
	} {
		s := OpenStore(t.TempDir())
		if err := os.WriteFile(s.file("luck"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, sig := range [][]byte{nil, mine.Sign(archive, "")} {
			if got := install(s, Claim{Pack: "luck", Archive: archive, Signature: sig}); got != "trust/store" {
				t.Errorf("%s: %q", name, got)
			}
		}
		key := mine.Public()
		if got := install(s, Claim{Pack: "luck", Archive: archive, Signature: mine.Sign(archive, ""), Given: &key}); got != "" {
			t.Errorf("%s, with --trust: %q", name, got)
		}
	}
}

func TestIdsDoNotLeadOutOfTheStore(t *testing.T) {
	folder := t.TempDir()
	s := OpenStore(filepath.Join(folder, "trust"))
	key := pair(t).Public()
	for _, id := range []string{"", "..", "../luck", "a/b", `a\b`, "Luck", ".luck", "con:", strings.Repeat("a", 65)} {
		if err := s.Trust(id, key); err == nil {
			t.Errorf("%q was taken", id)
		}
		if _, known, err := s.Key(id); known || err != nil {
			t.Errorf("%q is known (%v)", id, err)
		}
		if err := s.Forget(id); err != nil {
			t.Errorf("%q was forgotten (%v)", id, err)
		}
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("there is %v", left)
	}
}

func FuzzSignature(f *testing.F) {
	mine := pair(f)
	key := mine.Public()
	f.Add([]byte(nil), mine.Sign(archive, "luck"))
	f.Add([]byte("RW"), []byte("untrusted comment: \n\ntrusted comment: \n"))
	s := OpenStore(f.TempDir()) // nothing is stored in it
	changed := append([]byte("x"), archive...)
	f.Fuzz(func(t *testing.T, public, text []byte) {
		_, _ = ParseKey(string(public))
		if got := install(s, Claim{Pack: "luck", Archive: changed, Signature: text, Given: &key}); got == "" {
			t.Errorf("a signature that nobody made was taken: %q", text)
		}
	})
}

// TestAFailingDiskLeavesTheOldOrTheNewKeys makes the n-th operation of each
// change to the key store, and of making a key pair, fail, for each n: alone,
// and together with all later ones, like a lost disk. The key is then the old
// or the new, and the change succeeds when it is tried again.
func TestAFailingDiskLeavesTheOldOrTheNewKeys(t *testing.T) {
	one, two := must(t, Generate), must(t, Generate)
	for name, c := range map[string]struct {
		before bool // the store knows the first key
		act    func(s Store) error
		new    string
	}{
		"trust":   {true, func(s Store) error { return s.Trust("luck", two.Public()) }, two.Public().String()},
		"meet":    {false, func(s Store) error { return s.Meet("luck", two.Public()) }, two.Public().String()},
		"untrust": {true, func(s Store) error { return s.Forget("luck") }, "forgotten"},
		"keygen": {false, func(s Store) error {
			file := filepath.Join(s.folder, "sign.key")
			err := two.write(s.disk, file, "")
			switch {
			case err == nil:
			case strings.Contains(err.Error(), "lost for good"):
				return nil // an earlier try has succeeded
			case strings.Contains(err.Error(), "without its private key; move it away first"):
				return errors.Join(os.Remove(PublicFile(file)), two.write(s.disk, file, ""))
			}
			return err
		}, "made"},
	} {
		for _, gone := range []bool{false, true} {
			for at, done := 1, false; !done; at++ {
				s := OpenStore(filepath.Join(t.TempDir(), "keys"))
				old := "unknown"
				if c.before {
					old = one.Public().String()
					if err := s.Trust("luck", one.Public()); err != nil {
						t.Fatal(err)
					}
				}
				left := at
				faulty := s
				faulty.disk.Fault = func(operation, _ string) error {
					if left--; left == 0 || left < 0 && gone {
						return errors.New("the disk fails to " + operation)
					}
					return nil
				}
				err := c.act(faulty)
				done = left > 0
				got := stateOf(t, s)
				if got != old && got != c.new || err == nil && got != c.new {
					t.Fatalf("%s, operation %d (and all later: %v): it is %q, with %v", name, at, gone, got, err)
				}
				if err := c.act(s); err != nil || stateOf(t, s) != c.new {
					t.Fatalf("%s again after operation %d (and all later: %v): it is %q, with %v", name, at, gone, stateOf(t, s), err)
				}
			}
		}
	}
}

// stateOf describes what the store knows about a pack, or the key pair in its
// folder.
func stateOf(t *testing.T, s Store) string {
	t.Helper()
	if text, err := os.ReadFile(filepath.Join(s.folder, "sign.key")); err == nil {
		private, err := ReadSecret(filepath.Join(s.folder, "sign.key"), nil)
		public, failed := FindKey(filepath.Join(s.folder, "sign.pub"))
		if err != nil || failed != nil || !private.Public().Equal(public) {
			t.Fatalf("%s: %v, %v", text, err, failed)
		}
		return "made"
	}
	key, known, err := s.Key("luck")
	switch {
	case err != nil:
		t.Fatal(err)
	case known:
		return key.String()
	case s.Forgotten("luck"):
		return "forgotten"
	}
	return "unknown"
}

func must[T any](t *testing.T, f func() (T, error)) T {
	t.Helper()
	v, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return v
}
