// Package trust says who made a pack: keys, signatures of archives, and which
// key each pack was first seen with.
//
// Keys and signatures are those of the program minisign, so that either can
// check what the other has signed. A signature made here also carries the
// public key, in its comment; that is what trust on first use remembers.
//
// Layer packs. It knows bytes, files of keys, and problems; it does not know what
// is in an archive or where packs are installed.
package trust
