package trust

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/content/safefile"
)

// TestKeysAreFoundByTextOrFile checks each way to name a public key, and the
// error for a text that is not a key.
func TestKeysAreFoundByTextOrFile(t *testing.T) {
	folder := t.TempDir()
	key := pair(t).Public()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, text := range map[string]string{
		"the line": key.String(), "with blanks": " " + key.String() + "\n", "a file's text": key.File("of me"), "a file": write("a.pub", key.File("of me")), "a bare file": write("b.pub", key.String()),
		"as large as a key may be": write("c.pub", key.File(strings.Repeat("x", 4096-len(key.File(""))))),
	} {
		if k, err := FindKey(text); err != nil || !k.Equal(key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	missing, broken, large := filepath.Join(folder, "none.pub"), write("d.pub", "hello"), write("e.pub", strings.Repeat("x", 4097))
	for text, want := range map[string]string{
		missing: `"` + missing + `" is neither a public key, which begins with RW, nor a file that holds one`,
		broken:  broken + ": this is not a public key of minisign, a line of 56 characters that begins with RW",
		large:   large + ": the file has more than 4096 bytes, which no key has",
		folder:  "read " + folder + ": is a directory",
	} {
		if _, err := FindKey(text); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	if _, err := ParseKey(strings.Repeat("x", 4097)); err == nil || err.Error() != "a public key has 4096 bytes at most" {
		t.Error(err)
	}
	if _, err := ParseKey(strings.Repeat(" ", 4096)); err == nil || !strings.HasPrefix(err.Error(), "this is not a public key") {
		t.Error(err)
	}
	if form := regexp.MustCompile(`^([0-9a-f]{4}-){4}[0-9a-f]{4}$`); !form.MatchString(key.Fingerprint()) || !regexp.MustCompile(`^[0-9A-F]{16}$`).MatchString(key.ID()) {
		t.Errorf("%s, %s", key.Fingerprint(), key.ID())
	}
}

// TestSecretKeys checks the errors for a private key that is
// missing or invalid, and that a password is asked for only if one is needed.
func TestSecretKeys(t *testing.T) {
	folder := t.TempDir()
	file, other := filepath.Join(folder, "keys", "me.key"), filepath.Join(folder, "other.key")
	secret := pair(t)
	never := func() (string, error) {
		t.Error("a password is asked for")
		return "", nil
	}
	if _, err := ReadSecret(file, never); err == nil || err.Error() != file+": there is no key to sign with: make one with sleight pack keygen" {
		t.Error(err)
	}
	if err := secret.Write(file, ""); err != nil {
		t.Fatal(err)
	}
	again, err := ReadSecret(file, never)
	if err != nil || !again.Public().Equal(secret.Public()) {
		t.Errorf("it is read as another: %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("the file does not end with its line: %q, %v", text, err)
	}
	if err := os.WriteFile(other, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSecret(other, never); err == nil || err.Error() != other+": this is not a private key of minisign" {
		t.Error(err)
	}
	if _, err := ReadSecret(folder, never); err == nil || err.Error() != "read "+folder+": is a directory" {
		t.Error(err)
	}
	for path, want := range map[string]string{
		file:                             file + ": the file already exists; an overwritten key would be lost for good",
		strings.TrimSuffix(file, ".key"): strings.TrimSuffix(file, ".key") + ".pub: the file already exists, without its private key; move it away first",
	} {
		if err := secret.Write(path, ""); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := secret.Write(filepath.Join(other, "x.key"), ""); err == nil || err.Error() != filepath.ToSlash(other)+" cannot be written: not a directory" {
		t.Error("a key is written below a file:", err)
	}
}

// TestExistingPublicKeysAreNotOverwritten checks two programs that write keys
// to the same place: the second overwrites and removes nothing.
func TestExistingPublicKeysAreNotOverwritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "me.key")
	disk := safefile.Disk{Fault: func(string, string) error { return os.WriteFile(PublicFile(file), []byte("another"), 0o600) }}
	if err := pair(t).write(disk, file, ""); !errors.Is(err, os.ErrExist) {
		t.Error(err)
	}
	if text, err := os.ReadFile(PublicFile(file)); err != nil || string(text) != "another" {
		t.Errorf("the other public key is %q, %v", text, err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a private key is written without its public key: %v", err)
	}
}

// TestAProtectedKeyNeedsItsPassword reads the key of testdata/minisign.key, which
// testdata/protected.key holds encrypted, as cheaply as the format allows.
func TestAProtectedKeyNeedsItsPassword(t *testing.T) {
	plain, err := ReadSecret("testdata/minisign.key", nil)
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/protected.key"
	closed := errors.New("the input is closed")
	for word, want := range map[string]string{"sesame": "", "Sesame": file + ": " + ErrPassword.Error(), "": closed.Error()} {
		s, err := ReadSecret(file, func() (string, error) {
			if word == "" {
				return "", closed
			}
			return word, nil
		})
		switch {
		case want == "" && (err != nil || !s.Public().Equal(plain.Public())):
			t.Errorf("with its password it is %s, %v", s.Public(), err)
		case want != "" && (err == nil || err.Error() != want || !s.Public().Equal(Secret{}.Public())):
			t.Errorf("with %q: %v, want %s", word, err, want)
		}
	}
}

// TestInvalidSignatures checks the bound on signatures, and that the key in
// a comment counts only if it can have signed.
func TestInvalidSignatures(t *testing.T) {
	if _, err := parseSignature([]byte(strings.Repeat("x", MaxSignature+1))); err == nil || !strings.HasPrefix(err.Error(), "a signature has ") {
		t.Error(err)
	}
	if _, err := parseSignature([]byte(strings.Repeat("x", MaxSignature))); err == nil || err.Error() != "this is not a minisign signature, or it is damaged" {
		t.Error(err)
	}
	var none signature
	if _, ok := none.carried(); ok {
		t.Error("a signature without a comment carries a key")
	}
	none.parsed.UntrustedComment = "signed with the key " + pair(t).Public().String()
	if _, ok := none.carried(); ok {
		t.Error("a signature carries the key of another")
	}
	none.parsed.UntrustedComment = "signed by me"
	if _, ok := none.carried(); ok {
		t.Error("a word is a key")
	}
}
