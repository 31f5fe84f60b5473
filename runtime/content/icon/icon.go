// Package icon holds the drawings that content can name as the icon of a
// definition, variable, view, zone or property.
//
// Layer content. The drawings are data; graphical front ends decide on size and
// color. The package imports nothing else of Sleight.
package icon

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed icons.txt
var text string

// Icon is a drawing in a square of 24 by 24, as SVG path data.
type Icon struct {
	Name string
	Sign string // the character that means the same, such as ♥; may be empty
	// Fill is the outline that is filled and stroked, Lines the lines that are
	// only stroked. Either may be empty.
	Fill, Lines string
}

// All returns every icon in the order of the file, which is by subject.
func All() []Icon {
	var out []Icon
	for line := range strings.Lines(text) {
		name, path, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || name == "#" {
			continue
		}
		i := Icon{Name: name}
		if sign, rest, ok := strings.Cut(path, " "); ok && !strings.ContainsAny(sign, "M|") {
			i.Sign, path = sign, rest
		}
		i.Fill, i.Lines, _ = strings.Cut(path, "|")
		out = append(out, i)
	}
	return out
}

// Names returns the names of all icons, sorted.
func Names() []string {
	var out []string
	for _, i := range All() {
		out = append(out, i.Name)
	}
	slices.Sort(out)
	return out
}

// Exists reports whether there is an icon of a name.
func Exists(name string) bool {
	return IsName(name) && strings.Contains(text, "\n"+name+" ")
}

// IsName reports whether a written icon is the name of a drawing, as opposed to
// characters such as ♥ or HP.
func IsName(written string) bool {
	return len(written) > 1 && strings.Trim(written, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// Split splits a written icon into the characters for text screens and the name
// of the drawing for graphical ones. Either may be empty.
func Split(written string) (sign, drawing string) {
	switch {
	case written == "":
		return "", ""
	case IsName(written):
		return "", written
	}
	before, after, ok := strings.Cut(text, " "+written+" ")
	if !ok || after[0] != 'M' && after[0] != '|' {
		return written, ""
	}
	return written, before[strings.LastIndex(before, "\n")+1:]
}
