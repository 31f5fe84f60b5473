//go:build !linux

package clock

import "time"

var started = time.Now()

// Now returns the time since the tests began, since processor time is available
// only on Linux.
func Now() time.Duration { return time.Since(started) }
