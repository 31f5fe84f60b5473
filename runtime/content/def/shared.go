package def

import (
	"sync"
	"sync/atomic"
)

// Shared keeps what was made from files that never change, such as parsed files and
// compiled scripts, so that other content of the process need not make it again.
// Everything in it is immutable. A nil Shared keeps nothing. It is safe for concurrent
// use.
type Shared struct {
	values sync.Map
	number atomic.Int64
}

// maxShared is the maximum number of values in a Shared. The shipped content has less
// than 2,000.
const maxShared = 10_000

// Get returns the value with a key, or nil.
func (s *Shared) Get(key any) any {
	if s == nil {
		return nil
	}
	value, _ := s.values.Load(key)
	return value
}

// Keep adds a value, unless there is one with the key, or there are too many.
func (s *Shared) Keep(key, value any) {
	if s == nil || s.number.Load() >= maxShared {
		return
	}
	if _, known := s.values.LoadOrStore(key, value); !known {
		s.number.Add(1)
	}
}
