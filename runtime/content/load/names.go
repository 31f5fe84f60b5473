package load

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"sleight/runtime/diag"
)

// maxName is how long one part of a path may be, in bytes.
const maxName = 200

// devices are names that Windows keeps for itself, with any ending.
var devices = []string{
	"con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// nameFault says why not every system can have a file of this name, a path
// with slashes; it is empty when all can.
func nameFault(name string) string {
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

// folded returns what names have in common that some systems take for one.
func folded(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(name)))
}

// checkNames looks at the names of all files that were listed.
func (a *found) checkNames() {
	for _, f := range a.listed {
		a.named(f.root, f.inner)
	}
	a.listed = nil
}

// named checks the name of a file below a root, beside those before.
func (a *found) named(root Root, name string) {
	at := diag.Place{File: root.shown(name)}
	if fault := nameFault(name); fault != "" {
		a.faults = append(a.faults, diag.New("file/name", at, "the name %s", fault).
			WithHint("rename it, so that everybody can unpack it"))
	}
	key := root.Name + "/" + folded(name)
	if first, ok := a.names[key]; ok {
		a.faults = append(a.faults, diag.New("file/name", at, "the names of two files differ in capitals or accents only").
			WithHint("rename one of them: some systems take them for one").
			WithNote(diag.Place{File: first}, "the other is this"))
		return
	}
	a.names[key] = at.File
}
