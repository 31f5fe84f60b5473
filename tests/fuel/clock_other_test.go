//go:build !linux

package fuel

import "time"

var started = time.Now()

// now returns the time since the tests began: processor time is read on Linux
// only.
func now() time.Duration { return time.Since(started) }
