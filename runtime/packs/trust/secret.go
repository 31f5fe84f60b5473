package trust

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aead.dev/minisign"

	"sleight/runtime/content/safefile"
)

// Secret is a private key, which signs archives.
type Secret struct{ private minisign.PrivateKey }

// Generate returns a new private key, which contains its public key.
func Generate() (Secret, error) {
	_, private, err := minisign.GenerateKey(nil)
	return Secret{private}, err
}

// Public returns the public key of s.
func (s Secret) Public() Key { return Key{s.private.Public().(minisign.PublicKey)} }

// Text returns the key as minisign stores it, encrypted with a password unless
// that is empty. Encryption takes seconds and a gigabyte of memory by design.
func (s Secret) Text(password string) ([]byte, error) {
	if password != "" {
		text, err := minisign.EncryptKey(password, s.private)
		return append(text, '\n'), err
	}
	text, err := s.private.MarshalText()
	return append(text, '\n'), err
}

// Write creates the files of both keys: the private one, readable by the user
// only, and the public one beside it, with the suffix .pub. It never overwrites
// either.
func (s Secret) Write(file, password string) error {
	return s.write(safefile.Disk{}, file, password)
}

// write writes the public key first: without the private one, it does no harm.
func (s Secret) write(disk safefile.Disk, file, password string) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s: the file already exists; an overwritten key would be lost for good", file)
	}
	if _, err := os.Lstat(PublicFile(file)); err == nil {
		return fmt.Errorf("%s: the file already exists, without its private key; move it away first", PublicFile(file))
	}
	text, err := s.Text(password)
	if err != nil {
		return err
	}
	if err := disk.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	public := []byte(s.Public().File("minisign public key " + s.Public().ID()))
	err = safefile.WriteNew(disk, PublicFile(file), 0o644, safefile.Bytes(public))
	if err == nil {
		err = safefile.WriteNew(disk, file, 0o600, safefile.Bytes(text))
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, missing := os.Lstat(file); missing != nil {
			_ = disk.Remove(PublicFile(file)) // so that the next try can write both
		}
	}
	return err
}

// PublicFile returns the name of the public key file beside a private key file.
func PublicFile(file string) string { return strings.TrimSuffix(file, ".key") + ".pub" }

// ErrPassword means that a key is encrypted and the password was wrong.
var ErrPassword = errors.New("the key is protected by a different password")

// ReadSecret reads a private key. It asks for the password only if the key is
// encrypted.
func ReadSecret(file string, password func() (string, error)) (Secret, error) {
	text, err := readSmall(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Secret{}, fmt.Errorf("%s: there is no key to sign with: make one with sleight pack keygen", file)
	}
	if err != nil {
		return Secret{}, err
	}
	text = []byte(strings.TrimSpace(string(text)))
	if !minisign.IsEncrypted(text) {
		var s Secret
		if err := s.private.UnmarshalText(text); err != nil {
			return Secret{}, fmt.Errorf("%s: this is not a private key of minisign", file)
		}
		return s, nil
	}
	word, err := password()
	if err != nil {
		return Secret{}, err
	}
	private, err := minisign.DecryptKey(word, text)
	if err != nil {
		return Secret{}, fmt.Errorf("%s: %w", file, ErrPassword)
	}
	return Secret{private}, nil
}

// Sign returns the text of a .minisig file for an archive. The same archive,
// key and comment give the same text. The comment is one line and is signed
// too.
func (s Secret) Sign(archive []byte, comment string) []byte {
	r := minisign.NewReader(bytes.NewReader(archive))
	_, _ = io.Copy(io.Discard, r) // neither side can fail
	return r.SignWithComments(s.private, comment, keyCommentPrefix+s.Public().String())
}
