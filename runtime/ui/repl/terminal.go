package repl

import (
	"os"

	"golang.org/x/term"
)

// The size of a terminal that does not tell.
const (
	usualWidth  = 80
	usualHeight = 24
)

// TerminalWidth returns how many columns the terminal has that a file is, or
// false when it is none.
func TerminalWidth(f *os.File) (int, bool) {
	if !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _ := terminalSize(f)
	return width, true
}

// terminalSize returns how many columns and rows the terminal has that a file
// is; the usual ones when it does not tell.
func terminalSize(f *os.File) (width, height int) {
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		return usualWidth, usualHeight
	}
	return width, height
}
