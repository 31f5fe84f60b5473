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
		return 80, true
	}
	return int(size.Col), true
}
