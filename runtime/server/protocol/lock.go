package protocol

import "context"

// lock is a mutex that a caller can stop waiting for.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

// Lock locks l.
func (l lock) Lock() { l <- struct{}{} }

// Unlock unlocks l.
func (l lock) Unlock() { <-l }

// TryLock locks l unless it is locked, and reports whether it did.
func (l lock) TryLock() bool {
	select {
	case l <- struct{}{}:
		return true
	default:
		return false
	}
}

// LockWithin locks l, and returns false if the context ends before it can.
func (l lock) LockWithin(ctx context.Context) (ok bool) {
	if ctx.Err() != nil {
		return false
	}
	select {
	case l <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}
