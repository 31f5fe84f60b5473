// Package trust verifies who made a pack. It holds keys, signatures of
// archives, and the key each pack was first seen with.
//
// Keys and signatures have the format of the program minisign, so each program
// can check the other's signatures. A signature made here also carries the
// public key in its comment; trust on first use stores that key.
//
// Layer packs. It knows bytes, key files and problems; it does not know what is
// in an archive or where packs are installed.
package trust
