package repl

import (
	"os"

	"golang.org/x/sys/windows"
)

// TerminalWidth returns how many columns the terminal has that a file is, or
// false when it is none.
func TerminalWidth(f *os.File) (int, bool) {
	handle := windows.Handle(f.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(handle, &mode); err != nil {
		return 0, false
	}
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(handle, &info); err != nil {
		return usualWidth, true
	}
	return int(info.Window.Right-info.Window.Left) + 1, true
}

// terminalHeight returns how many rows the terminal has that a file is; the
// usual number when it is none.
func terminalHeight(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return usualHeight
	}
	return int(info.Window.Bottom-info.Window.Top) + 1
}
