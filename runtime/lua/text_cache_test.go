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

// TestTextCachesKeepFewTexts checks that a few texts do not evict each other,
// wherever they are in memory.
func TestTextCachesKeepFewTexts(t *testing.T) {
	word := Text("gold")
	next := uintptr(1)
	for range 100 {
		var m TextCache[uintptr, uintptr]
		contexts := make([]uintptr, 8)
		for i := range contexts {
			next ^= next << 13 // a random number
			next ^= next >> 7
			next ^= next << 17
			contexts[i] = next
		}
		for range mostMoves + 1 {
			for _, c := range contexts {
				m.Put(word, c, c)
			}
		}
		for _, c := range contexts {
			if found, ok := m.Get(word, c); !ok || found != c {
				t.Errorf("context %d of %d gives %d, %v", c, contexts, found, ok)
			}
		}
	}
}
