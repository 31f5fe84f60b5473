package def

import (
	"testing"

	"sleight/runtime/diag"
)

// TestPlacesFollowTheirValues checks that a place is computed from the values
// around a value as written, wherever the value is now.
func TestPlacesFollowTheirValues(t *testing.T) {
	root := &Node{Type: Map, Spot: Spot{In: InFile("a.yaml"), Line: 1, Column: 1}}
	list := &Node{Type: List, Spot: Spot{In: root, Line: 2, Column: 3}}
	item := &Node{Type: Map, Spot: Spot{In: list, Index: 1, Line: 3, Column: 5}}
	value := &Node{Type: Number, Spot: Spot{In: item, Line: 3, Column: 10, Length: 1}}
	root.Fields = []Field{{Key: "rows", KeySpot: Spot{In: root, Line: 1, Column: 1, Length: 4}, Value: list}}
	list.Items = []*Node{{}, item}
	item.Fields = []Field{{Key: "a key", KeySpot: Spot{In: item, Line: 3, Column: 5, Length: 5}, Value: value}}
	moved, ok := Path{{Name: "elsewhere"}}.Put(&Node{Type: Map}, value, nil)
	if !ok {
		t.Fatal("the value cannot be put elsewhere")
	}
	for _, c := range []struct{ got, want diag.Place }{
		{root.Place(), diag.Place{File: "a.yaml", Line: 1, Column: 1}},
		{root.Fields[0].KeyPlace(), diag.Place{File: "a.yaml", Line: 1, Column: 1, Length: 4, Path: "rows"}},
		{list.Place(), diag.Place{File: "a.yaml", Line: 2, Column: 3, Path: "rows"}},
		{item.Place(), diag.Place{File: "a.yaml", Line: 3, Column: 5, Path: "rows[1]"}},
		{item.Fields[0].KeyPlace(), diag.Place{File: "a.yaml", Line: 3, Column: 5, Length: 5, Path: `rows[1]["a key"]`}},
		{moved.Get("elsewhere").Place(), diag.Place{File: "a.yaml", Line: 3, Column: 10, Length: 1, Path: `rows[1]["a key"]`}},
		{new(Node).Place(), diag.Place{}},
	} {
		if c.got != c.want {
			t.Errorf("%+v, want %+v", c.got, c.want)
		}
	}
}
