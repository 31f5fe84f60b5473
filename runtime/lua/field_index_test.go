package lua

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTablesFindTheirKeys checks that a table finds the keys that were put into
// it and no others, of whatever type and in whatever order, before and after it
// has an index, and when it is reused.
func TestTablesFindTheirKeys(t *testing.T) {
	vm := NewVM(nil)
	luck := rand.New(rand.NewPCG(1, 2))
	class := &Class{}
	var known []Value
	for i := range 60 {
		known = append(known, Num(float64(-i)), Num(float64(i)+0.5), Name(fmt.Sprint("name ", i)), class.Object(uint64(i)), NewTable().Value())
	}
	known = append(known, Bool(true), Bool(false), Text(""), Num(1<<53), Num(-1<<53))
	for range 300 {
		want := map[string]Value{}
		problem := vm.Protect(DefaultFuel, func() {
			table := vm.newTable(0, 0)
			for range luck.IntN(120) {
				i := luck.IntN(len(known))
				v := Num(float64(luck.IntN(9)))
				table.Set(known[i], v)
				want[fmt.Sprint(i)] = v
			}
			for i, k := range known {
				if k.isText() {
					k = Text(strings.Clone(k.text())) // at another address
				}
				if got := table.Index(k); got != want[fmt.Sprint(i)] {
					t.Fatalf("the key %v of a table of %d keys has the value %v, not %v", k, len(want), got, want[fmt.Sprint(i)])
				}
			}
		})
		if problem != nil {
			t.Fatal(problem)
		}
	}
}

// TestSignedZerosAreOneKey checks that zero is one key, whatever its sign, including in
// a table with an index.
func TestSignedZerosAreOneKey(t *testing.T) {
	minus := negated(0)
	for _, others := range []int{0, 20} {
		table := NewTable()
		table.Set(minus, Num(1))
		for i := range others {
			table.Set(Num(-1-float64(i)), Num(2))
		}
		table.Set(Num(0), Num(3))
		if got := table.Index(minus); got != Num(3) || len(table.fields) != 1+others {
			t.Errorf("beside %d other keys, the key -0 has the value %v, and there are %d fields", others, got, len(table.fields))
		}
	}
}

func negated(n float64) Value { return Num(-n * 1) }
