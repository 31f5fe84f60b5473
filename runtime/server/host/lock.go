package host

import "context"

// Lock is a mutex for which a caller can stop waiting when a context ends.
type Lock chan struct{}

// NewLock returns a lock that is not locked.
func NewLock() Lock { return make(Lock, 1) }

// Lock locks l.
func (l Lock) Lock() { l <- struct{}{} }

// Unlock unlocks l.
func (l Lock) Unlock() { <-l }

// TryLock locks l unless it is locked, and reports whether it did.
func (l Lock) TryLock() bool {
	select {
	case l <- struct{}{}:
		return true
	default:
		return false
	}
}

// LockWithin locks l, and returns false if the context ends before it can.
func (l Lock) LockWithin(ctx context.Context) (ok bool) {
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
