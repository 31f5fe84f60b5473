//go:build unix

package repl

import (
	"os"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// arrives reports whether input from a file is available, or becomes available
// within a time.
func arrives(f *os.File, within time.Duration) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}, int(within.Milliseconds()))
	return err == nil && n > 0
}

// EscapeCodes reports whether the terminal that a file is understands escape
// codes.
func EscapeCodes(*os.File) bool { return os.Getenv("TERM") != "dumb" }

// resizes signals every change of the terminal's size, until it is stopped.
func resizes() (changed <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, unix.SIGWINCH)
	return c, func() { signal.Stop(c) }
}
