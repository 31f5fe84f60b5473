package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The files in testdata were made by the program minisign 0.11, with the
// variable archive as pack.zip; the key signs nothing else:
//
//	minisign -G -W -p minisign.pub -s minisign.key
//	minisign -S -s minisign.key -m pack.zip
//	minisign -S -s minisign.key -m pack.zip -l -x pack.zip.legacy.minisig

func TestMinisignSignaturesAreAccepted(t *testing.T) {
	key, err := FindKey("testdata/minisign.pub")
	if err != nil {
		t.Fatal(err)
	}
	if key.ID() != "C1C043AC5172A6E6" {
		t.Errorf("the id of the key is %s", key.ID())
	}
	for _, name := range []string{"pack.zip.minisig", "pack.zip.legacy.minisig"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		c := Claim{Pack: "luck", Archive: archive, Signature: text}
		if got := install(OpenStore(t.TempDir()), c); got != "trust/unknown-key" {
			t.Errorf("%s, by an unknown key: %q", name, got)
		}
		c.Given = &key
		if got := install(OpenStore(t.TempDir()), c); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestMinisignKeysCanSign(t *testing.T) {
	s, err := ReadSecret("testdata/minisign.key", nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := FindKey("RWTmpnJRrEPAwW9Rk8RT331DlW43tAr8vxZNbmjtbyMaieQHHLg1UA5S")
	if err != nil || !s.Public().Equal(key) {
		t.Fatalf("the key is %v (%v)", s.Public(), err)
	}
	if got := install(OpenStore(t.TempDir()), Claim{Pack: "luck", Archive: archive, Signature: s.Sign(archive, ""), Given: &key}); got != "" {
		t.Error(got)
	}
}

func TestSigningIsDeterministic(t *testing.T) {
	s := pair(t)
	first, second := s.Sign(archive, "luck 1.0.0"), s.Sign(archive, "luck 1.0.0")
	if !bytes.Equal(first, second) {
		t.Error("two signatures of one archive differ")
	}
}

func TestKeyFilesArePrivateAndNotOverwritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "mine.key")
	s := pair(t)
	if err := s.Write(file, ""); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the private key has the mode %v (%v)", info.Mode(), err)
	}
	if err := pair(t).Write(file, ""); err == nil {
		t.Error("a key was overwritten")
	}
	again, err := ReadSecret(file, nil)
	if err != nil || !again.Public().Equal(s.Public()) {
		t.Errorf("the key that was written is not the one that is read: %v", err)
	}
	public, err := FindKey(PublicFile(file))
	if err != nil || !public.Equal(s.Public()) {
		t.Errorf("the public key that was written is not the one that is read: %v", err)
	}
}
