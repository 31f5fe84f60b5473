package clock

import (
	"syscall"
	"time"
	"unsafe"
)

// processClock is CLOCK_PROCESS_CPUTIME_ID of clock_gettime.
const processClock = 2

// Now returns the processor time that this process has used.
func Now() time.Duration {
	var t syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, processClock, uintptr(unsafe.Pointer(&t)), 0); failed != 0 {
		panic(failed)
	}
	return time.Duration(t.Nano())
}
