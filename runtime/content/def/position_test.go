package def

import (
	"testing"

	"sleight/runtime/diag"
)

// TestPlacesFollowTheirValues checks that a place is computed from the values
// around a value as written, wherever the value is now.
func TestPlacesFollowTheirValues(t *testing.T) {
	root := NewMap(Position{In: InFile("a.yaml"), Line: 1, Column: 1}, nil)
	list := NewList(Position{In: root, Line: 2, Column: 3}, nil)
	item := NewMap(Position{In: list, Index: 1, Line: 3, Column: 5}, nil)
	value := NewNumber(Position{In: item, Line: 3, Column: 10, Length: 1}, 0)
	root.SetFields([]Field{NewField("rows", Position{In: root, Line: 1, Column: 1, Length: 4}, list)})
	list.SetItems([]*Node{{}, item})
	item.SetFields([]Field{NewField("a key", Position{In: item, Line: 3, Column: 5, Length: 5}, value)})
	moved, ok := Path{{Name: "elsewhere"}}.Put(NewMap(Position{}, nil), value, nil)
	if !ok {
		t.Fatal("the value cannot be put elsewhere")
	}
	for _, c := range []struct{ got, want diag.Place }{
		{root.Place(), diag.Place{File: "a.yaml", Line: 1, Column: 1}},
		{root.Fields()[0].KeyPlace(), diag.Place{File: "a.yaml", Line: 1, Column: 1, Length: 4, Path: "rows"}},
		{list.Place(), diag.Place{File: "a.yaml", Line: 2, Column: 3, Path: "rows"}},
		{item.Place(), diag.Place{File: "a.yaml", Line: 3, Column: 5, Path: "rows[1]"}},
		{item.Fields()[0].KeyPlace(), diag.Place{File: "a.yaml", Line: 3, Column: 5, Length: 5, Path: `rows[1]["a key"]`}},
		{moved.Get("elsewhere").Place(), diag.Place{File: "a.yaml", Line: 3, Column: 10, Length: 1, Path: `rows[1]["a key"]`}},
		{new(Node).Place(), diag.Place{}},
	} {
		if c.got != c.want {
			t.Errorf("%+v, want %+v", c.got, c.want)
		}
	}
}
