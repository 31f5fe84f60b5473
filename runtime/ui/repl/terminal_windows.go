package repl

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// arrives tells whether there is something to read from a file, or will be
// within a time.
func arrives(f *os.File, within time.Duration) bool {
	event, err := windows.WaitForSingleObject(windows.Handle(f.Fd()), uint32(within.Milliseconds()))
	return err == nil && event == windows.WAIT_OBJECT_0
}

// resizes tells of nothing: a console sends no signal.
func resizes() (changed <-chan os.Signal, stop func()) { return nil, func() {} }
