package trust

import (
	"sleight/runtime/diag"
)

// Claim is an archive that claims to be a pack.
type Claim struct {
	// Name is the archive's name for messages: a file or a reference.
	Name string
	// Pack is the id that its manifest gives.
	Pack string
	// Archive holds its bytes, Signature those of its .minisig file, or nil if
	// there is none.
	Archive, Signature []byte
	// Locked is the pack's key in the lock of the installation, or nil. It is
	// used if the store has no key for the pack and has not been made to forget
	// it.
	Locked *Key
	// Given is the key that the user vouches for, or nil. It takes precedence
	// over stored keys.
	Given *Key
}

// Verdict is the result of checking an archive that was accepted.
type Verdict struct {
	pack string
	// Key is the key it is signed with, or nil if it is not signed.
	Key *Key
	// first is set if the pack is signed and had no known key before, changed if
	// the user replaces the known key.
	first, changed bool
}

// New reports whether the key differs from the one the pack was known by, or
// the pack had none.
func (v Verdict) New() bool { return v.first || v.changed }

// Check decides whether an archive may be used; it changes nothing. A pack that
// was never seen signed may have any key or none. A pack whose key is known
// must be signed with it.
func (s Store) Check(c Claim) (Verdict, error) {
	known, isKnown, err := s.Key(c.Pack)
	if err != nil && c.Given == nil {
		return Verdict{}, err
	}
	expected := c.Given
	if expected == nil && isKnown {
		expected = &known
	}
	if expected == nil && !s.Forgotten(c.Pack) {
		expected = c.Locked
	}
	if c.Signature == nil {
		if expected != nil {
			return Verdict{}, c.unsigned(*expected)
		}
		return Verdict{}, nil
	}
	sig, err := parseSignature(c.Signature)
	if err != nil {
		return Verdict{}, c.invalidSignature("the signature cannot be read: %v", err)
	}
	key, err := c.signer(sig, expected)
	if err != nil {
		return Verdict{}, err
	}
	return Verdict{pack: c.Pack, Key: &key, first: !isKnown, changed: c.Given != nil && !(isKnown && known.Equal(key))}, nil
}

// signer returns the key the archive is signed with, which must be the expected one
// if there is one.
func (c Claim) signer(sig signature, expected *Key) (Key, error) {
	if expected != nil && sig.verifies(*expected, c.Archive) {
		return *expected, nil
	}
	carried, carries := sig.carried()
	fits := carries && sig.verifies(carried, c.Archive)
	switch {
	case expected != nil && fits:
		return Key{}, c.wrongKey(*expected, "is signed with the key "+carried.Fingerprint())
	case expected != nil && sig.parsed.KeyID != expected.public.ID():
		return Key{}, c.wrongKey(*expected, "is signed with another key")
	case expected != nil || carries && !fits:
		return Key{}, c.invalidSignature("the signature is not that of this archive: one of the two was changed")
	case !carries:
		return Key{}, c.unknownKey()
	}
	return carried, nil
}

// Keep stores the key of a verdict, once the pack is installed.
func (s Store) Keep(v Verdict) error {
	switch {
	case v.changed:
		return s.Trust(v.pack, *v.Key)
	case v.first:
		return s.TrustFirst(v.pack, *v.Key)
	}
	return nil
}

func (c Claim) at() diag.Place { return diag.Place{File: c.Name} }

// expects explains why a key is expected.
func (c Claim) expects(key Key) string {
	if c.Given != nil {
		return "you vouch for the key " + key.Fingerprint()
	}
	return "it is known by the key " + key.Fingerprint()
}

func (c Claim) unsigned(expected Key) error {
	d := diag.New("trust/unsigned", c.at(), "the pack %s is not signed, but %s", c.Pack, c.expects(expected)).
		WithHint("get it with its signature, the .minisig beside the archive; if its author has truly stopped signing, write: sleight pack untrust %s", c.Pack)
	return &d
}

func (c Claim) wrongKey(expected Key, says string) error {
	d := diag.New("trust/key", c.at(), "the pack %s %s, but %s", c.Pack, says, c.expects(expected)).
		WithHint("it may come from someone else; if its author confirms the new key in another way, install it with --trust KEY")
	return &d
}

func (c Claim) invalidSignature(format string, args ...any) error {
	d := diag.New("trust/signature", c.at(), format, args...).
		WithHint("get the archive and its .minisig again, from its author if need be")
	return &d
}

func (c Claim) unknownKey() error {
	d := diag.New("trust/unknown-key", c.at(), "the signature of the pack %s does not name its key, and no key is known", c.Pack).
		WithHint("get the author's public key and install it with --trust KEY")
	return &d
}

// Signer returns the key that the signature of an archive carries. It returns
// false if the signature carries none; the archive is then not checked against
// the signature.
func Signer(name string, archive, signature []byte) (Key, bool, error) {
	c := Claim{Name: name, Archive: archive, Signature: signature}
	sig, err := parseSignature(signature)
	if err != nil {
		return Key{}, false, c.invalidSignature("the signature cannot be read: %v", err)
	}
	if _, carries := sig.carried(); !carries {
		return Key{}, false, nil
	}
	key, err := c.signer(sig, nil)
	return key, err == nil, err
}
