package diag

import "testing"

// TestStrayMarks checks which lines are conflict markers or fences of code
// blocks, with any line break, and that similar lines of content are not.
func TestStrayMarks(t *testing.T) {
	const conflict, fence = "this merge conflict is not resolved", "this line marks a code block and is not part of the file"
	versions := "keep one of the two versions, and remove the lines with "
	for line, want := range map[string][2]string{
		"<<<<<<< HEAD":        {conflict, versions + "<<<<<<<"},
		"=======\r\n":         {conflict, versions + "======="},
		"=======":             {conflict, versions + "======="},
		">>>>>>> theirs\n":    {conflict, versions + ">>>>>>>"},
		"||||||| base":        {conflict, versions + "|||||||"},
		"  ```yaml":           {fence, "remove the line with ```"},
		"```\r\n":             {fence, "remove the line with ```"},
		"========":            {},
		"=======x":            {},
		" =======":            {},
		"<<<<<<":              {},
		"text: ```":           {},
		"":                    {},
		"# ======= a heading": {},
	} {
		if message, hint := StrayMark(line); message != want[0] || hint != want[1] {
			t.Errorf("%q: %q, %q, want %q", line, message, hint, want)
		}
	}
}

// TestNamesWithTheSameLetters checks that a name which differs only in capitals
// and underscores comes before nearer ones, the first alphabetically of several.
func TestNamesWithTheSameLetters(t *testing.T) {
	for _, x := range []struct {
		name  string
		known []string
		want  string
	}{
		{"max_H_p", []string{"max_Hxp", "maxhp"}, "maxhp"},
		{"MAXHP", []string{"max_hp", "maxhp", "m_axhp"}, "m_axhp"},
		{"MAXHP", []string{"MAXHQ", "max_hp"}, "max_hp"},
		{"Flip", []string{"Flip"}, ""},
		{"Flip", []string{"Flip", "flip", "f_lip"}, "f_lip"},
		{"flip", []string{"flap", "FLIP"}, "flap"},
		{"max_hp", []string{"max_h", "maxhp"}, "maxhp"},
		{"abcdef", []string{"abcdex", "aacdxf"}, "abcdex"}, // the other is further
	} {
		if got, ok := Nearest(x.name, x.known); got != x.want || ok != (x.want != "") {
			t.Errorf("%q of %q: %q, want %q", x.name, x.known, got, x.want)
		}
	}
	d := New("content/type", Place{}, "x").Suggest("maxHitPoints", []string{"max_hit_points", "min"})
	if len(d.Edits) != 1 || d.Edits[0].New != "max_hit_points" {
		t.Errorf("a name with the same letters is not fixed: %+v", d.Edits)
	}
}
