package worker

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"syscall"
)

// maxMemory is the most memory that a process had, in bytes.
func maxMemory(p *os.ProcessState) int64 { return p.SysUsage().(*syscall.Rusage).Maxrss << 10 }

// forgetMost makes the system forget the most memory that this process had; see
// https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html.
func forgetMost() error { return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// mostOfThis is the most memory that this process had since forgetMost, in bytes.
func mostOfThis() (int64, error) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(text) {
		if w := bytes.Fields(line); len(w) == 3 && string(w[0]) == "VmHWM:" {
			kilobytes, err := strconv.ParseInt(string(w[1]), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("/proc/self/status has no VmHWM")
}
