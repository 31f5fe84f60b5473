package def

import (
	"strconv"
	"testing"
)

// TestSpotsSurvivePacking checks that values and keys have the spots that they were
// given, also beyond what the short form of a key's spot holds.
func TestSpotsSurvivePacking(t *testing.T) {
	root := NewMap(Position{In: InFile("a.yaml"), Line: 1, Column: 1}, nil)
	var fields []Field
	for i := range 5000 {
		at := Position{In: root, Index: int32(i), Line: int32(1 + i/3), Column: int32(1 + i%3), Length: int32(i)}
		fields = append(fields, NewField("k"+strconv.Itoa(i), at, NewText(at, "x")))
	}
	root.SetFields(fields)
	for i := range fields {
		want := Position{In: root, Index: int32(i), Line: int32(1 + i/3), Column: int32(1 + i%3), Length: int32(i)}
		if key, value := fields[i].KeyPosition(), fields[i].Value.Position(); key != want || value != want {
			t.Fatalf("field %d: the key is at %+v and the value at %+v, want %+v", i, key, value, want)
		}
	}
	large := Position{Index: 1<<24 - 1, Line: 1<<20 + 1, Column: 1<<20 + 1, Length: 1 << 20}
	if got := NewText(large, "x").Position(); got != large {
		t.Errorf("a value at %+v is at %+v", large, got)
	}
	odd := Position{Index: -1, Line: -5, Column: 1 << 30, Length: 3}
	if got := NewText(odd, "x").Position(); got != (Position{Column: max24, Length: 3}) {
		t.Errorf("numbers that do not fit become %+v", got)
	}
	if got := NewField("k", odd, nil).KeyPosition(); got != (Position{Column: max21, Length: 3}) {
		t.Errorf("of a key, they become %+v", got)
	}
}
