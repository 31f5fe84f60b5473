package repl

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// arrives reports whether input from a file is available, or becomes available
// within a time.
func arrives(f *os.File, within time.Duration) bool {
	event, err := windows.WaitForSingleObject(windows.Handle(f.Fd()), uint32(within.Milliseconds()))
	return err == nil && event == windows.WAIT_OBJECT_0
}

// EscapeCodes reports whether the console that a file is understands escape
// codes. Consoles since Windows 10 do so on request; older ones print them.
func EscapeCodes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if os.Getenv("TERM") == "dumb" || windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

// resizes signals nothing: a console sends no signal.
func resizes() (changed <-chan os.Signal, stop func()) { return nil, func() {} }
