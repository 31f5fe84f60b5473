package memory

import "syscall"

const (
	shared  = "/dev/shm"
	tmpfs   = 0x01021994 // its type in statfs(2)
	atLeast = 512 << 20  // bytes; containers often have just 64 MiB
)

// folder returns a folder in memory with enough space for temporary files.
func folder() (dir string, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(shared, &s); err != nil || s.Type != tmpfs {
		return "", false
	}
	return shared, s.Bavail*uint64(s.Bsize) >= atLeast && syscall.Access(shared, 2) == nil
}
