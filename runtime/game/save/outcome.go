package save

import (
	"crypto/sha256"
	"encoding/hex"

	"sleight/runtime/game/state"
)

// Outcome identifies the outcome of a command: equal outcomes made the same
// changes, by name, to the same values.
func Outcome(effects []state.Effect) string {
	sum := sha256.New()
	for _, t := range effects {
		for _, text := range []string{t.About, t.From, t.To} {
			sum.Write([]byte(text + "\x00"))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}
