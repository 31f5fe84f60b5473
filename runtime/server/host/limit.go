package host

import "time"

// bucket is a token bucket: it limits the rate of calls, and allows bursts of two
// seconds' worth.
type bucket struct {
	rate float64 // per second
	left float64
	last time.Time
}

func newBucket(rate float64) bucket { return bucket{rate: rate, left: float64(2 * rate)} }

// take takes one call from the bucket; it returns false if none may be made now.
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
