package def

import "testing"

func TestPaths(t *testing.T) {
	for _, text := range []string{"a", "a.b.c", "a[b]", "a[b].c[0].d"} {
		w, ok := ParsePath(text)
		if !ok || w.String() != text {
			t.Errorf("%s is read as %s", text, w)
		}
	}
	for _, text := range []string{"", ".a", "a.", "a..b", "a[", "a[]", "[a]", "a]b", "a[b]c", "a[b[c]]"} {
		if w, ok := ParsePath(text); ok {
			t.Errorf("%q is read as %s", text, w)
		}
	}
	list := NewList(Spot{}, []*Node{NewText(Spot{}, "1"), NewText(Spot{}, "x")})
	if entryOf(list, "1") != 0 || entryOf(list, "x") != 1 || entryOf(list, "0") != 0 || entryOf(list, "2") != -1 || entryOf(list, "y") != -1 {
		t.Error("an entry goes by its name, then by its position")
	}
}
