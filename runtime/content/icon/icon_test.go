package icon_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/icon"
)

// TestIcons checks that there are enough drawings, each with a name that cannot
// be mistaken for a sign, and that they contain only path data.
func TestIcons(t *testing.T) {
	path := regexp.MustCompile(`^[MmLlHhVvCcSsQqTtAaZz0-9., -]*$`)
	all := icon.All()
	if len(all) < 80 {
		t.Errorf("%d icons, expected at least 80", len(all))
	}
	names := icon.Names()
	if !slices.IsSorted(names) || len(slices.Compact(names)) != len(all) {
		t.Errorf("the names are not sorted, or two icons have one: %v", names)
	}
	size := 0
	for _, i := range all {
		if !icon.IsName(i.Name) || i.Fill+i.Lines == "" || !path.MatchString(i.Fill) || !path.MatchString(i.Lines) {
			t.Errorf("%+v is not an icon", i)
		}
		size += len(i.Name) + len(i.Fill) + len(i.Lines)
	}
	if size > 12_000 {
		t.Errorf("the icons take %d bytes", size)
	}
}

// TestIconForms checks the icons for text screens and for drawing screens.
func TestIconForms(t *testing.T) {
	for written, want := range map[string][2]string{
		"♥": {"♥", "heart"}, "heart": {"", "heart"}, "": {"", ""}, "HP": {"HP", ""}, "x": {"x", ""}, "~": {"~", ""},
	} {
		if sign, drawing := icon.Split(written); sign != want[0] || drawing != want[1] {
			t.Errorf("%q: got %q and %q, want %q", written, sign, drawing, want)
		}
	}
}

// TestSignsOfIcons checks that the sign of each icon leads to its drawing.
func TestSignsOfIcons(t *testing.T) {
	n := 0
	for _, i := range icon.All() {
		if i.Sign == "" {
			continue
		}
		n++
		if sign, drawing := icon.Split(i.Sign); sign != i.Sign || drawing != i.Name {
			t.Errorf("%s: got %q and %q, want the drawing %q", i.Sign, sign, drawing, i.Name)
		}
	}
	if n < 10 {
		t.Errorf("only %d icons have a sign", n)
	}
}

// TestLettersInDrawingsAreNotSigns checks that a number or letter that occurs
// in the data of a drawing is shown as written.
func TestLettersInDrawingsAreNotSigns(t *testing.T) {
	for _, i := range icon.All() {
		for _, word := range strings.Fields(strings.NewReplacer("|", " ").Replace(i.Fill + " " + i.Lines)) {
			if sign, drawing := icon.Split(word); sign != word || drawing != "" {
				t.Fatalf("%q: got %q and %q", word, sign, drawing)
			}
		}
	}
}

// TestKnownIcons checks which names have a drawing.
func TestKnownIcons(t *testing.T) {
	for _, name := range icon.Names() {
		if !icon.Exists(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{"", "hear", "eart", "hearts", "♥", "#", "x", "M"} {
		if icon.Exists(name) {
			t.Errorf("%q is known", name)
		}
	}
	for written, want := range map[string]bool{"": false, "x": false, "hp": true, "big_heart": true, "HP": false, "h1": false, "♥": false} {
		if got := icon.IsName(written); got != want {
			t.Errorf("%q is a name: %v", written, got)
		}
	}
}
