//go:build !linux

package memory

func folder() (dir string, ok bool) { return "", false }
