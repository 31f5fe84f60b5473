package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"aead.dev/minisign"
)

// Key is a public key, which checks signatures.
type Key struct{ public minisign.PublicKey }

// maxKey is the maximum size of a key file, in bytes.
const maxKey = 4 << 10

// ParseKey parses a public key: the line that begins with RW, or the text of a
// .pub file, which has a comment above that line.
func ParseKey(text string) (Key, error) {
	var k Key
	if len(text) > maxKey {
		return Key{}, fmt.Errorf("a public key has %d bytes at most", maxKey)
	}
	if err := k.public.UnmarshalText([]byte(strings.TrimSpace(text))); err != nil {
		return Key{}, errors.New("this is not a public key of minisign, a line of 56 characters that begins with RW")
	}
	return k, nil
}

// FindKey returns the public key that a user names: the key itself, or the path
// of its file.
func FindKey(text string) (Key, error) {
	k, err := ParseKey(text)
	if err == nil {
		return k, nil
	}
	data, reading := readSmall(text)
	if errors.Is(reading, os.ErrNotExist) {
		return Key{}, fmt.Errorf("%q is neither a public key, which begins with RW, nor a file that holds one", text)
	}
	if reading != nil {
		return Key{}, reading
	}
	if k, err = ParseKey(string(data)); err != nil {
		return Key{}, fmt.Errorf("%s: %w", text, err)
	}
	return k, nil
}

// String returns the key as minisign writes it: 56 characters of base64.
func (k Key) String() string { return k.public.String() }

// Equal reports whether two keys are the same.
func (k Key) Equal(other Key) bool { return k.public.Equal(other.public) }

// ID returns minisign's id of the key. Its maker can choose it freely, so two
// keys may share an id.
func (k Key) ID() string { return fmt.Sprintf("%016X", k.public.ID()) }

// Fingerprint returns a short form for people to compare: the first 10 bytes of
// the key's SHA-256, as five groups of four hexadecimal digits.
func (k Key) Fingerprint() string {
	sum := sha256.Sum256([]byte(k.String()))
	digits := hex.EncodeToString(sum[:10])
	return strings.Join([]string{digits[:4], digits[4:8], digits[8:12], digits[12:16], digits[16:]}, "-")
}

// File returns the text of a .pub file, with a comment of one line.
func (k Key) File(comment string) string {
	return "untrusted comment: " + comment + "\n" + k.String() + "\n"
}
