//go:build !linux

package worker

import "os"

// maxMemory is unknown on this system.
func maxMemory(*os.ProcessState) int64 { return 0 }

func forgetMost() error { return nil }

func mostOfThis() (int64, error) { return 0, nil }
