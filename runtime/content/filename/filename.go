// Package filename checks that file names are valid on every system.
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

// maxName is the maximum length of one path element, in bytes.
const maxName = 200

// devices are the names that Windows reserves, with any extension.
var devices = []string{
	"con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// Problem returns why a file name, a path with slashes, is invalid on some
// systems, or "" if it is valid on all.
func Problem(name string) string {
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
			return "begins with a space, or ends with a space or a dot"
		case strings.ContainsAny(part, `\:*?"<>|`):
			return `has one of \ : * ? " < > |`
		case strings.ContainsFunc(part, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }):
			return "contains an invisible character"
		}
	}
	return ""
}

// Folded returns a form that is equal for names that some systems treat as the
// same.
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
