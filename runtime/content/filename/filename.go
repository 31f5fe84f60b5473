// Package filename says which names files can have on every system.
//
// Layer content, at its bottom. It does not know what files hold.
package filename

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxName is how long one part of a path may be, in bytes.
const maxName = 200

// devices are names that Windows keeps for itself, with any ending.
var devices = []string{
	"con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// Fault says why some systems cannot have a file of this name, a path with
// slashes. It is empty if all can.
func Fault(name string) string {
	if !utf8.ValidString(name) {
		return "is not UTF-8"
	}
	for part := range strings.SplitSeq(name, "/") {
		stem, _, _ := strings.Cut(part, ".")
		switch {
		case len(part) > maxName:
			return "is very long"
		case slices.Contains(devices, strings.ToLower(strings.TrimRight(stem, " "))):
			return "is that of a device on Windows"
		case strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") || strings.HasPrefix(part, " "):
			return "begins with a blank, or ends in one or in a point"
		case strings.ContainsAny(part, `\:*?"<>|`):
			return `has one of \ : * ? " < > |`
		case strings.ContainsFunc(part, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }):
			return "has a character that cannot be seen"
		}
	}
	return ""
}

// Folded returns the form that names share if some systems treat them as one.
func Folded(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(name)))
}

// Reason returns an error without the path that it repeats.
func Reason(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}
