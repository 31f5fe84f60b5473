package trust

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/tests/golden"
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

// TestTheFirstKeyIsRemembered checks pairs of archives of a pack, and compares
// all problems of the second, and the key that the store has afterwards, with a
// golden file.
func TestTheFirstKeyIsRemembered(t *testing.T) {
	mine, other := pair(t), pair(t)
	otherKey := other.Public()
	names := strings.NewReplacer(mine.Public().Fingerprint(), "MINE", other.Public().Fingerprint(), "OTHER", mine.Public().String(), "MINE", other.Public().String(), "OTHER")
	var told strings.Builder
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
		{"bytes that are not a signature", Claim{Signature: signed}, Claim{Signature: []byte("signed, me")}, "trust/signature"},
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
				v, err := s.Check(claim)
				got := install(s, claim)
				after, _ := s.All()
				if i > 0 {
					fmt.Fprintf(&told, "%s\n", c.name)
					if err == nil {
						fmt.Fprintf(&told, "  accepted, signed with %v, a new key: %v\n", v.Key, v.New())
					}
					var d *diag.Diagnostic
					if errors.As(err, &d) {
						told.WriteString("  " + golden.Report(diag.List{*d}))
					}
					fmt.Fprintf(&told, "  the store has %v\n", after)
				}
				if want := []string{"", c.want}[i]; got != want {
					t.Fatalf("archive %d: got %q, expected %q", i+1, got, want)
				}
				if got != "" && len(after) != len(before) {
					t.Errorf("a refusal changed what is known from %v to %v", before, after)
				}
			}
		})
	}
	golden.Check(t, "testdata/verdicts.golden", names.Replace(told.String()))
}

func TestTrustingAKeyReplacesTheOld(t *testing.T) {
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

// TestInstalledKeysApplyWhenNoneIsStored checks a lock that came
// from another machine.
func TestInstalledKeysApplyWhenNoneIsStored(t *testing.T) {
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

func TestOnlyOneFirstKeyIsStored(t *testing.T) {
	s := OpenStore(t.TempDir())
	mine, other := pair(t).Public(), pair(t).Public()
	if err := s.TrustFirst("luck", mine); err != nil {
		t.Fatal(err)
	}
	if err := s.TrustFirst("luck", mine); err != nil {
		t.Errorf("the same key: %v", err)
	}
	if got := code(s.TrustFirst("luck", other)); got != "trust/key" {
		t.Errorf("another key: %q", got)
	}
	if known, _, _ := s.Key("luck"); !known.Equal(mine) {
		t.Error("the second key took the place of the first")
	}
	if err := os.WriteFile(s.file("luck"), []byte("a line"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := code(s.TrustFirst("luck", mine)); got != "trust/store" {
		t.Errorf("a stored key that cannot be read: %q", got)
	}
}

// TestConcurrentInstallationsStoreOneKey checks two archives at the same time:
// each is accepted as the first, and the second to be stored is refused because
// another key was stored.
func TestConcurrentInstallationsStoreOneKey(t *testing.T) {
	s := OpenStore(t.TempDir())
	var verdicts []Verdict
	for _, secret := range []Secret{pair(t), pair(t)} {
		v, err := s.Check(Claim{Pack: "luck", Archive: archive, Signature: secret.Sign(archive, "")})
		if err != nil || !v.New() {
			t.Fatal(err)
		}
		verdicts = append(verdicts, v)
	}
	if err := s.Keep(verdicts[0]); err != nil {
		t.Fatal(err)
	}
	if got := code(s.Keep(verdicts[1])); got != "trust/key" {
		t.Errorf("the second: %q", got)
	}
}

// TestSignersOfArchives checks the key in an archive's signature, and all
// problems of a key that does not match it.
func TestSignersOfArchives(t *testing.T) {
	mine := pair(t)
	key := mine.Public().String()
	signed := mine.Sign(archive, "luck 1.0.0")
	_, rest, _ := strings.Cut(string(signed), "\n")
	for name, c := range map[string]struct {
		archive, signature []byte
		want               string
	}{
		"its own":     {archive, signed, key + " true"},
		"carries no":  {archive, []byte("untrusted comment: mine\n" + rest), Key{}.String() + " false"},
		"of another":  {[]byte("x"), signed, Key{}.String() + " false\nluck.zip: error: the signature is not that of this archive: one of the two was changed [trust/signature]; get the archive and its .minisig again, from its author if need be"},
		"none at all": {archive, []byte("x"), Key{}.String() + " false\nluck.zip: error: the signature cannot be read: this is not a minisign signature, or it is damaged [trust/signature]; get the archive and its .minisig again, from its author if need be"},
	} {
		k, ok, err := Signer("luck.zip", c.archive, c.signature)
		got := fmt.Sprint(k, " ", ok)
		if err != nil {
			got += "\n" + err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func TestDamagedStoresTrustNobody(t *testing.T) {
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
		if all, err := s.All(); len(all) > 0 || code(err) != "trust/store" || !strings.HasPrefix(err.Error(), filepath.ToSlash(s.file("luck"))+": ") {
			t.Errorf("%s: the keys are %v, %v", name, all, err)
		}
		key := mine.Public()
		if got := install(s, Claim{Pack: "luck", Archive: archive, Signature: mine.Sign(archive, ""), Given: &key}); got != "" {
			t.Errorf("%s, with --trust: %q", name, got)
		}
	}
}

// TestAStoreListsItsPacks checks that other files in its folder are ignored,
// that unreadable keys are listed too, and the error for a folder that is not
// one.
func TestAStoreListsItsPacks(t *testing.T) {
	s := OpenStore(t.TempDir())
	key := pair(t).Public()
	for _, pack := range []string{"luck", "art", "more"} {
		if err := s.Trust(pack, key); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Forget("more"); err != nil {
		t.Fatal(err)
	}
	all, err := s.All()
	if diff := cmp.Diff([]KnownKey{{"art", key}, {"luck", key}}, all, cmp.Comparer(Key.Equal)); diff != "" || err != nil {
		t.Error(err, diff)
	}
	for _, name := range []string{"notes.txt", "Luck.pub", "broken.pub", "luck-y.pub"} {
		if err := os.WriteFile(filepath.Join(s.Folder(), name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if packs, err := s.Packs(); err != nil || strings.Join(packs, " ") != "art broken luck luck-y" {
		t.Errorf("the packs are %v, %v", packs, err)
	}
	lost := OpenStore(filepath.Join(s.Folder(), "notes.txt"))
	packs, err := lost.Packs()
	if err == nil || packs != nil {
		t.Errorf("a file has the packs %v", packs)
	}
	if all, err := lost.All(); err == nil || all != nil {
		t.Errorf("a file has the keys %v", all)
	}
	if err := lost.Forget("luck"); err == nil {
		t.Error("a pack is forgotten in a file")
	}
	if packs, err := OpenStore(filepath.Join(s.Folder(), "none")).Packs(); err != nil || packs != nil {
		t.Errorf("a missing folder has the packs %v, %v", packs, err)
	}
}

func TestIdsCannotEscapeTheStore(t *testing.T) {
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
		"meet":    {false, func(s Store) error { return s.TrustFirst("luck", two.Public()) }, two.Public().String()},
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
