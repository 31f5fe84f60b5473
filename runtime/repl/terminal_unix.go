//go:build unix

package repl

import (
	"os"

	"golang.org/x/sys/unix"
)

// TerminalWidth returns how many columns the terminal has that a file is, or
// false when it is none.
func TerminalWidth(f *os.File) (int, bool) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	if size.Col == 0 {
		return usualWidth, true
	}
	return int(size.Col), true
}

// terminalHeight returns how many rows the terminal has that a file is; the
// usual number when it is none.
func terminalHeight(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Row == 0 {
		return usualHeight
	}
	return int(size.Row)
}
