package trust

import (
	"errors"
	"fmt"
	"strings"

	"aead.dev/minisign"
)

// MaxSignature is the maximum size of a signature file, in bytes; minisign
// limits comments to less.
const MaxSignature = 16 << 10

// keyCommentPrefix precedes the public key in the comment of a signature.
const keyCommentPrefix = "signed with the key "

// signature is a parsed signature.
type signature struct {
	text   []byte
	parsed minisign.Signature
}

func parseSignature(text []byte) (signature, error) {
	s := signature{text: text}
	if len(text) > MaxSignature {
		return s, fmt.Errorf("a signature has %d bytes at most", MaxSignature)
	}
	if err := s.parsed.UnmarshalText(text); err != nil {
		return s, errors.New("this is not a minisign signature, or it is damaged")
	}
	return s, nil
}

// carried returns the key in the comment of the signature. It proves only that
// the signer has the key.
func (s signature) carried() (Key, bool) {
	words := strings.Fields(s.parsed.UntrustedComment)
	if len(words) == 0 {
		return Key{}, false
	}
	k, err := ParseKey(words[len(words)-1])
	return k, err == nil && k.public.ID() == s.parsed.KeyID
}

// verifies reports whether the signature is valid for an archive and a key.
func (s signature) verifies(k Key, archive []byte) bool {
	return minisign.Verify(k.public, archive, s.text)
}
