package state_test

import (
	"testing"

	"sleight/runtime/game/state"
)

// TestBlocksShareNothing checks that lists from blocks are empty at first, that
// writing or extending one changes no other, and that they take few allocations.
func TestBlocksShareNothing(t *testing.T) {
	var b state.Blocks[[5]int]
	var lists [][][5]int
	for n := range 200 {
		list := b.New(n % 60)
		for i := range list {
			if list[i] != ([5]int{}) {
				t.Fatalf("an element of a new list is %v", list[i])
			}
			list[i][0] = n
		}
		_ = append(list, [5]int{-1})
		lists = append(lists, list)
		if n := b.Free(); n > 4096/40 {
			t.Fatalf("a block has room for %d elements", n)
		}
	}
	for n, list := range lists {
		for i := range list {
			if len(list) != n%60 || list[i][0] != n {
				t.Fatalf("element %d of list %d has become %v", i, n, list[i])
			}
		}
	}
	if n := testing.AllocsPerRun(1000, func() { b.Copy(b.New(2)); b.One([5]int{}) }); n > 0.1 {
		t.Errorf("three small lists take %v allocations", n)
	}
	if b.Copy(nil) != nil || b.Copy([][5]int{}) != nil {
		t.Error("the copy of an empty list is not nil")
	}
}
