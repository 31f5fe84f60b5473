// Package random gives named streams of random numbers that are data: copied,
// compared and saved like any other part of a game's state.
//
// Layer game. It knows nothing about games. Equal seeds and names give equal
// numbers on every machine; it uses no clock and no global source.
package random

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
)

// Stream is one sequence of random numbers. Copying the value copies the
// position, so assigning an old copy rewinds it.
type Stream struct{ source rand.PCG }

// New derives the stream called name from a game's seed. Streams with different
// names are independent: drawing from one does not advance another.
func New(seed uint64, name string) Stream {
	h := fnv.New64a()
	h.Write([]byte(name))
	return Stream{*rand.NewPCG(mix(seed), mix(seed^h.Sum64()))}
}

// mix is the finaliser of SplitMix64; it spreads neighbouring seeds apart.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below returns a uniform whole number in [0, n). n must not be 0.
func (s *Stream) Below(n uint64) uint64 {
	// Lemire's method: reject the few values that would favour small results.
	high, low := bits.Mul64(s.source.Uint64(), n)
	if low < n {
		for threshold := -n % n; low < threshold; {
			high, low = bits.Mul64(s.source.Uint64(), n)
		}
	}
	return high
}

// Between returns a uniform whole number in [low, high], both included. The
// difference high-low must be below 2^63.
func (s *Stream) Between(low, high int64) int64 {
	return low + int64(s.Below(uint64(high-low)+1))
}

// Unit returns a uniform number in [0, 1) with 53 random bits.
func (s *Stream) Unit() float64 {
	return float64(s.source.Uint64()>>11) / (1 << 53)
}

// MarshalText returns the position as hexadecimal digits.
func (s Stream) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// AppendText appends the text form of MarshalText to b.
func (s Stream) AppendText(b []byte) ([]byte, error) {
	var buf [32]byte
	position, err := s.source.AppendBinary(buf[:0])
	return hex.AppendEncode(b, position), err
}

// UnmarshalText reads the text form of MarshalText.
func (s *Stream) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil {
		return fmt.Errorf("random stream: %w", err)
	}
	return s.source.UnmarshalBinary(b)
}
