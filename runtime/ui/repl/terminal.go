package repl

import (
	"os"

	"golang.org/x/term"
)

// The size assumed for a terminal that does not report one.
const (
	defaultWidth  = 80
	defaultHeight = 24
)

// TerminalWidth returns the number of columns of the terminal that a file is,
// or false if it is not a terminal.
func TerminalWidth(f *os.File) (int, bool) {
	if !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _ := terminalSize(f)
	return width, true
}

// terminalSize returns the columns and rows of the terminal that a file is, or
// the assumed ones if it does not report them.
func terminalSize(f *os.File) (width, height int) {
	width, height, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		return defaultWidth, defaultHeight
	}
	return width, height
}
