package fix

import (
	"maps"
	"testing"

	"sleight/runtime/diag"
)

func place(line, column, length int) diag.Place {
	return diag.Place{File: "a", Line: line, Column: column, Length: length}
}

func one(edits ...diag.Edit) diag.Diagnostic {
	d := diag.New("content/type", place(1, 1, 1), "wrong")
	d.Edits = edits
	return d
}

func TestApplyChangesOnlyTheFixedText(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		list       diag.List
		fixed      int
	}{
		"a word":               {"nmae: x # why\n", "name: x # why\n", diag.List{one(diag.Edit{Place: place(1, 1, 4), Old: "nmae", New: "name"})}, 1},
		"in quotes":            {"a: 'comon'\n", "a: 'common'\n", diag.List{one(diag.Edit{Place: place(1, 4, 7), Old: "comon", New: "common"})}, 1},
		"without quotes":       {"a: \"2\"\n", "a: 2\n", diag.List{one(diag.Edit{Place: place(1, 4, 3), Old: "2", New: "2", Unquote: true})}, 1},
		"behind wide ones":     {"é骰🎲: x\n", "é骰🎲: y\n", diag.List{one(diag.Edit{Place: place(1, 6, 1), Old: "x", New: "y"})}, 1},
		"not as expected":      {"name: x\n", "name: x\n", diag.List{one(diag.Edit{Place: place(1, 1, 4), Old: "nmae", New: "name"})}, 0},
		"beyond the line":      {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(1, 9, 4), Old: "nmae", New: "name"})}, 0},
		"beyond the text":      {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(9, 1, 1), Old: "a", New: "b"})}, 0},
		"insert a line":        {"a\nb\n", "a\nnew\nb\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), New: "new\n"})}, 1},
		"replace lines":        {"a\nb\nc\nd\n", "a\nx\nd\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), Lines: 2, New: "x\n"})}, 1},
		"delete the last":      {"a\nb", "a\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), Lines: 1})}, 1},
		"delete a part":        {"a  # b\n", "a\n", diag.List{one(diag.Edit{Place: place(1, 2, 5), Old: "  # b"})}, 1},
		"two at once":          {"a b\n", "x y\n", diag.List{one(diag.Edit{Place: place(1, 3, 1), Old: "b", New: "y"}), one(diag.Edit{Place: place(1, 1, 1), Old: "a", New: "x"})}, 2},
		"two that touch":       {"ab\n", "xb\n", diag.List{one(diag.Edit{Place: place(1, 1, 1), Old: "a", New: "x"}), one(diag.Edit{Place: place(1, 2, 1), Old: "b", New: "y"})}, 1},
		"all or none":          {"a b\n", "a b\n", diag.List{one(diag.Edit{Place: place(1, 1, 1), Old: "a", New: "x"}, diag.Edit{Place: place(1, 3, 1), Old: "c", New: "y"})}, 0},
		"line ends stay\r\n":   {"a\r\nb\r\n", "a\r\nx\r\nb\r\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), New: "x\n"})}, 1},
		"quotes expected":      {"a: 'b'\n", "a: c\n", diag.List{one(diag.Edit{Place: place(1, 4, 3), Old: "'b'", New: "c"})}, 1},
		"other in quotes":      {"a: 'b'\n", "a: 'b'\n", diag.List{one(diag.Edit{Place: place(1, 4, 3), Old: "c", New: "d"})}, 0},
		"other, unquoted":      {"a: 'b'\n", "a: 'b'\n", diag.List{one(diag.Edit{Place: place(1, 4, 3), Old: "c", New: "d", Unquote: true})}, 0},
		"one quote only":       {"a: 'b\n", "a: 'b\n", diag.List{one(diag.Edit{Place: place(1, 4, 2), Old: "b", New: "c"})}, 0},
		"two quotes each":      {"a: ''b''\n", "a: ''b''\n", diag.List{one(diag.Edit{Place: place(1, 4, 5), Old: "b", New: "c", Unquote: true})}, 0},
		"behind the last line": {"a\n", "a\nb\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), New: "b\n"})}, 1},
		"no line to delete":    {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), Lines: 1})}, 0},
		"two lines too far":    {"a", "a", diag.List{one(diag.Edit{Place: place(3, 0, 0), New: "b\n"})}, 0},
		"into an empty text":   {"", "a\n", diag.List{one(diag.Edit{Place: place(1, 0, 0), New: "a\n"})}, 1},
		"behind an empty text": {"", "", diag.List{one(diag.Edit{Place: place(2, 0, 0), New: "a\n"})}, 0},
		"line 0":               {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(0, 0, 0), New: "b\n"})}, 0},
		"a bit too long":       {"ab\n", "ab\n", diag.List{one(diag.Edit{Place: place(1, 2, 2), Old: "b", New: "c"})}, 0},
		"at the line's end":    {"ab\n", "abc\n", diag.List{one(diag.Edit{Place: place(1, 3, 0), New: "c"})}, 1},
		"it overlaps itself":   {"abc\n", "abc\n", diag.List{one(diag.Edit{Place: place(1, 1, 2), Old: "ab", New: "x"}, diag.Edit{Place: place(1, 2, 2), Old: "bc", New: "y"})}, 0},
		"touched from before":  {"ab\n", "ay\n", diag.List{one(diag.Edit{Place: place(1, 2, 1), Old: "b", New: "y"}), one(diag.Edit{Place: place(1, 1, 1), Old: "a", New: "x"})}, 1},
		"the next is tried":    {"ab\n", "ay\n", diag.List{one(diag.Edit{Place: place(1, 1, 1), Old: "b", New: "x"}), one(diag.Edit{Place: place(1, 2, 1), Old: "b", New: "y"})}, 1},
		"lines from line 0":    {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(0, 0, 0), Lines: 1, New: "b\n"})}, 0},
		"into line 9":          {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(9, 1, 0), New: "b"})}, 0},
		"more than there is":   {"a\n", "a\n", diag.List{one(diag.Edit{Place: place(1, 2, 5), New: "b"})}, 0},
		"behind an empty line": {"\nb\n", "\na\nb\n", diag.List{one(diag.Edit{Place: place(2, 0, 0), New: "a\n"})}, 1},
		"no repair":            {"a\n", "a\n", diag.List{one()}, 0},
	} {
		texts, fixed := Apply(c.list, func(string) ([]byte, bool) { return []byte(c.text), true })
		got := c.text
		if changed, ok := texts["a"]; ok {
			got = string(changed)
		}
		if got != c.want || fixed != c.fixed {
			t.Errorf("%s: got %q and %d", name, got, fixed)
		}
	}
}

// TestApplyChangesFilesTogether checks that the edits of one problem reach all
// of its files or none, and that changes in one file do not prevent those at
// the same place of another.
func TestApplyChangesFilesTogether(t *testing.T) {
	source := func(file string) ([]byte, bool) {
		text, ok := map[string]string{"a": "a x\n", "b": "a x\n"}[file]
		return []byte(text), ok
	}
	edit := func(file string, column int, old, new string) diag.Edit {
		return diag.Edit{Place: diag.Place{File: file, Line: 1, Column: column, Length: 1}, Old: old, New: new}
	}
	for name, c := range map[string]struct {
		list  diag.List
		want  map[string]string
		fixed int
	}{
		"both":            {diag.List{one(edit("a", 1, "a", "b"), edit("b", 1, "a", "c"))}, map[string]string{"a": "b x\n", "b": "c x\n"}, 1},
		"one is missing":  {diag.List{one(edit("a", 1, "a", "b"), edit("c", 1, "a", "c"))}, map[string]string{}, 0},
		"one after other": {diag.List{one(edit("a", 1, "a", "b"), edit("b", 1, "a", "c")), one(edit("b", 3, "x", "y"))}, map[string]string{"a": "b x\n", "b": "c y\n"}, 2},
	} {
		texts, fixed := Apply(c.list, source)
		got := map[string]string{}
		for file, text := range texts {
			got[file] = string(text)
		}
		if !maps.Equal(got, c.want) || fixed != c.fixed {
			t.Errorf("%s: got %q and %d", name, got, fixed)
		}
	}
}

func FuzzApply(f *testing.F) {
	f.Add("a\nb\r\n", 1, 2, 3, 0, "x")
	f.Fuzz(func(t *testing.T, text string, line, column, length, lines int, old string) {
		d := one(diag.Edit{Place: place(line, column, length), Lines: lines, Old: old, New: "new"})
		Apply(diag.List{d}, func(string) ([]byte, bool) { return []byte(text), true })
	})
}
