package def

import "testing"

// TestSharedKeepsTheFirstValues checks that a value is kept until there are too many, and
// not replaced, and that keys of different types differ.
func TestSharedKeepsTheFirstValues(t *testing.T) {
	type name string
	var s Shared
	s.Keep("a", 1)
	s.Keep("a", 2)
	s.Keep(name("a"), 3)
	for i := range maxShared {
		s.Keep(i, i)
	}
	for key, want := range map[any]any{"a": 1, name("a"): 3, maxShared - 3: maxShared - 3, maxShared - 2: nil, "b": nil} {
		if got := s.Get(key); got != want {
			t.Errorf("%v is %v, want %v", key, got, want)
		}
	}
	var none *Shared
	none.Keep("a", 1)
	if got := none.Get("a"); got != nil {
		t.Errorf("without a Shared, %v is kept", got)
	}
}
