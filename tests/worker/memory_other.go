//go:build !linux

package worker

import "os"

// mostMemory is unknown on this system.
func mostMemory(*os.ProcessState) int64 { return 0 }

func forgetMost() error { return nil }

func mostOfThis() (int64, error) { return 0, nil }
