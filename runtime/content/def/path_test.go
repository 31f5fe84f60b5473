package def

import (
	"strings"
	"testing"
)

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
	list := NewList(Position{}, []*Node{NewText(Position{}, "1"), NewText(Position{}, "x")})
	if entryOf(list, "1") != 0 || entryOf(list, "x") != 1 || entryOf(list, "0") != 0 || entryOf(list, "2") != -1 || entryOf(list, "y") != -1 {
		t.Error("an entry goes by its name, then by its position")
	}
}

// TestPutAddsKeysWithTheirPlaces checks that keys that are added have the spots given
// for their steps, and the spot of the value if there are none.
func TestPutAddsKeysWithTheirPlaces(t *testing.T) {
	w, _ := ParsePath("a.b.c")
	value := NewNumber(Position{Line: 9}, 1)
	for lines, want := range map[string]string{"1 2 3": "123", "1 2": "129", "1": "199", "": "999"} {
		var keys []Position
		for _, line := range strings.Fields(lines) {
			keys = append(keys, Position{Line: int32(line[0] - '0')})
		}
		out, ok := w.Put(NewMap(Position{}, nil), value, keys)
		got := ""
		for n := out; ok && n.Type() == Map; n = n.Fields()[0].Value {
			got += string(rune('0' + n.Fields()[0].KeyPosition().Line))
		}
		if got != want || out.Show() != "{a: {b: {c: 1}}}" {
			t.Errorf("with lines %s: the keys are on %s in %s, want %s", lines, got, out.Show(), want)
		}
	}
}

// TestValuesAtPaths checks the value at each path: by text, id, name, only key and
// position, and none where the way ends.
func TestValuesAtPaths(t *testing.T) {
	for path, want := range map[string]string{
		"words[plain]": "plain", "words[1]": "\"\"", "words[9]": "", "words[-1]": "",
		"rows[a].n": "1", "rows[b]": "{name: b}", "rows[c].n": "3", "rows[d].d": "4", "rows[4]": "5", "rows[0].id": "a",
		"gone": "", "gone[x]": "", "gone.x": "", "cost[x]": "", "cost.x": "", "id.x[y].z": "", "empty[0]": "",
	} {
		w, ok := ParsePath(path)
		if got := w.At(card()).Show(); got != want || !ok {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if got := entryOf(list(mapping("d", number(4)), mapping("e", number(5))), "d"); got != 0 {
		t.Errorf("the first entry by its only key is %d", got)
	}
}
