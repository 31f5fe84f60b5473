package worker

import (
	"os"
	"syscall"
)

// mostMemory is the most memory that a process had, in bytes.
func mostMemory(p *os.ProcessState) int64 { return p.SysUsage().(*syscall.Rusage).Maxrss << 10 }
