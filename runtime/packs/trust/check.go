package trust

import (
	"sleight/runtime/diag"
)

// Claim is an archive that is said to be a pack.
type Claim struct {
	// Name is what people call the archive: a file or a reference.
	Name string
	// Pack is the id that its manifest gives.
	Pack string
	// Archive holds its bytes, Signature those of its .minisig file; nil when
	// there is none.
	Archive, Signature []byte
	// Locked is the key that an installation has the pack with, when there is
	// one. It counts where the store knows none, and has not forgotten it.
	Locked *Key
	// Given is the key that the user vouches for, when there is one. It counts
	// for more than what is remembered.
	Given *Key
}

// Verdict is what is known of an archive that is not refused.
type Verdict struct {
	pack string
	// Key is what it is signed with, nil when it is not signed.
	Key *Key
	// first is set when the pack was not known before, changed when the user
	// replaces what was known.
	first, changed bool
}

// New tells whether the key is another than the pack was known by, if it was.
func (v Verdict) New() bool { return v.Key != nil && (v.first || v.changed) }

// Check decides whether an archive may be used, and changes nothing. A pack
// that was never seen signed may come with any key, or none. One whose key is
// known must be signed with it.
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
		return Verdict{pack: c.Pack}, nil
	}
	sig, err := parseSignature(c.Signature)
	if err != nil {
		return Verdict{}, c.broken("the signature cannot be read: %v", err)
	}
	key, err := c.by(sig, expected)
	if err != nil {
		return Verdict{}, err
	}
	return Verdict{pack: c.Pack, Key: &key, first: !isKnown, changed: c.Given != nil && !(isKnown && known.Equal(key))}, nil
}

// by returns the key that the archive is signed with, if it is the expected one
// or none is expected.
func (c Claim) by(sig signature, expected *Key) (Key, error) {
	if expected != nil && sig.fits(*expected, c.Archive) {
		return *expected, nil
	}
	carried, carries := sig.carried()
	fits := carries && sig.fits(carried, c.Archive)
	switch {
	case expected != nil && fits:
		return Key{}, c.other(*expected, "is signed with the key "+carried.Fingerprint())
	case expected != nil && sig.parsed.KeyID != expected.public.ID():
		return Key{}, c.other(*expected, "is signed with another key")
	case expected != nil || carries && !fits:
		return Key{}, c.broken("the signature is not that of this archive: one of the two was changed")
	case !carries:
		return Key{}, c.unknownKey()
	}
	return carried, nil
}

// Keep remembers what was decided, once the pack is installed.
func (s Store) Keep(v Verdict) error {
	switch {
	case v.Key == nil:
		return nil
	case v.changed:
		return s.Trust(v.pack, *v.Key)
	case v.first:
		return s.Meet(v.pack, *v.Key)
	}
	return nil
}

func (c Claim) at() diag.Place { return diag.Place{File: c.Name} }

// expects says why a key is expected.
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

func (c Claim) other(expected Key, says string) error {
	d := diag.New("trust/key", c.at(), "the pack %s %s, but %s", c.Pack, says, c.expects(expected)).
		WithHint("it may come from somebody else; if its author tells you in another way that the key is new, install it with --trust KEY")
	return &d
}

func (c Claim) broken(format string, args ...any) error {
	d := diag.New("trust/signature", c.at(), format, args...).
		WithHint("get the archive and its .minisig again, from its author if need be")
	return &d
}

func (c Claim) unknownKey() error {
	d := diag.New("trust/unknown-key", c.at(), "the signature of the pack %s does not name its key, and no key is known", c.Pack).
		WithHint("get the author's public key and install it with --trust KEY")
	return &d
}

// Signer returns the key that the signature of an archive carries. It tells
// false when the signature carries none, and then is not held against the
// archive.
func Signer(name string, archive, signature []byte) (Key, bool, error) {
	c := Claim{Name: name, Archive: archive, Signature: signature}
	sig, err := parseSignature(signature)
	if err != nil {
		return Key{}, false, c.broken("the signature cannot be read: %v", err)
	}
	if _, carries := sig.carried(); !carries {
		return Key{}, false, nil
	}
	key, err := c.by(sig, nil)
	return key, err == nil, err
}
