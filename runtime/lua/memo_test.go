package lua

import "testing"

// TestMemosDistinguishContexts notes the meanings of one text in many contexts.
// An entry may be dropped, but never found in another context.
func TestMemosDistinguishContexts(t *testing.T) {
	var m Memo[uintptr, uintptr]
	word := Text("gold")
	kept := 0
	for c := range uintptr(1000) {
		m.Note(word, c, c)
	}
	for c := range uintptr(2000) {
		switch found, ok := m.Find(word, c); {
		case ok && found != c:
			t.Fatalf("context %d has the meaning of context %d", c, found)
		case ok:
			kept++
		}
	}
	if kept == 0 || kept > 256 {
		t.Errorf("%d meanings are kept in 256 entries", kept)
	}
	if _, ok := new(Memo[uintptr, uintptr]).Find(Nil, 0); ok {
		t.Error("nil has a meaning")
	}
}
