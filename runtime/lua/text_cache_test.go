package lua

import "testing"

// TestTextCachesDistinguishContexts stores the meanings of one text in many
// contexts. An entry may be dropped, but never found in another context.
func TestTextCachesDistinguishContexts(t *testing.T) {
	var m TextCache[uintptr, uintptr]
	word := Text("gold")
	kept := 0
	for c := range uintptr(1000) {
		m.Put(word, c, c)
	}
	for c := range uintptr(2000) {
		switch found, ok := m.Get(word, c); {
		case ok && found != c:
			t.Fatalf("context %d has the meaning of context %d", c, found)
		case ok:
			kept++
		}
	}
	if kept == 0 || kept > 256 {
		t.Errorf("%d meanings are kept in 256 entries", kept)
	}
	if _, ok := new(TextCache[uintptr, uintptr]).Get(Nil, 0); ok {
		t.Error("nil has a meaning")
	}
}
