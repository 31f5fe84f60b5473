package lua

import (
	"runtime"
	"testing"

	"sleight/runtime/content/def"
)

// TestNamesKeepTheirAddress checks that fields are found by the address of
// their name, so scripts and content must keep using the same address after
// garbage collections.
func TestNamesKeepTheirAddress(t *testing.T) {
	var inScript Value
	v := NewVM(map[string]Value{"emit": NewFunction(func(_ *VM, args []Value) Value {
		inScript = args[0]
		return Nil
	}).Value()})
	p := compile(t, "return { use = function() emit('a rare name') end }")
	if _, problem := run(t, v, p); problem != nil {
		t.Fatal(problem)
	}
	inContent := v.ContentValue(def.NewText(def.Position{}, "another rare name"))
	for range 3 {
		runtime.GC()
	}
	for _, was := range []Value{inScript, inContent} {
		if now := Name(was.text()); now.data != was.data {
			t.Errorf("%q is elsewhere after a garbage collection", was.text())
		}
	}
	runtime.KeepAlive(p)
	runtime.KeepAlive(v)
}
