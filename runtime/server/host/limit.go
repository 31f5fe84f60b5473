package host

import "time"

// bucket bounds a rate: it holds up to two seconds' worth of calls.
type bucket struct {
	rate float64 // per second
	left float64
	last time.Time
}

func newBucket(rate float64) bucket { return bucket{rate: rate, left: float64(2 * rate)} }

// take reports whether one more call may be made now.
func (b *bucket) take(now time.Time) bool {
	if !b.last.IsZero() {
		b.left = min(2*b.rate, b.left+float64(b.rate*max(0, now.Sub(b.last).Seconds())))
	}
	b.last = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
