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

// resizes signals nothing: a console sends no signal.
func resizes() (changed <-chan os.Signal, stop func()) { return nil, func() {} }
