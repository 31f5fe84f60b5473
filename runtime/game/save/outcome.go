package save

import (
	"crypto/sha256"
	"encoding/hex"

	"sleight/runtime/game/state"
)

// Outcome identifies what a command came to: equal outcomes changed the same
// things, of the same names, to the same.
func Outcome(told []state.Told) string {
	sum := sha256.New()
	for _, t := range told {
		for _, text := range []string{t.About, t.From, t.To} {
			sum.Write([]byte(text + "\x00"))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}
