package host

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// newToken returns a token that cannot be guessed, of 130 random bits.
func newToken() string { return strings.ToLower(rand.Text()) }

// newSeed returns the seed of a game, which no player learns.
func newSeed() uint64 {
	var seed [8]byte
	_, _ = rand.Read(seed[:]) // it never fails
	return binary.LittleEndian.Uint64(seed[:])
}

// newID returns an id for a table, which is not secret.
func newID(host string) string { return host + "-" + strings.ToLower(rand.Text()[:10]) }

// digest returns the digest of a token, which is all that is stored of it.
func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// seatOf returns the index of the key that matches a token, or -1. It takes the
// same time for every key.
func seatOf(keys []string, token string) int {
	sum, found := digest(token), -1
	for i, key := range keys {
		found = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare([]byte(key), []byte(sum)), i, found)
	}
	return found
}
