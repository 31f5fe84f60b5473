//go:build !linux

package worker

import "os"

// mostMemory is unknown on this system.
func mostMemory(*os.ProcessState) int64 { return 0 }
