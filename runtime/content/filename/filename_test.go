package filename

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

// TestNamesAreValidOnEverySystem checks the report about each name, at both
// sides of every bound.
func TestNamesAreValidOnEverySystem(t *testing.T) {
	const (
		good   = ""
		device = "is that of a device on Windows"
		edge   = "begins with a space, or ends with a space or a dot"
		sign   = `has one of \ : * ? " < > |`
		unseen = "contains an invisible character"
		long   = "is very long"
	)
	for name, want := range map[string]string{
		"":                                good,
		"content/p/d6.yaml":               good,
		"content/p/Größe 2.yaml":          good,
		".github/a":                       good,
		strings.Repeat("n", 200):          good,
		strings.Repeat("n", 201):          long,
		strings.Repeat("n/", 300) + "n":   good,
		"a/" + strings.Repeat("n", 201):   long,
		"con":                             device,
		"a/CON.yaml":                      device,
		"lpt9 .tar.gz":                    device,
		"com10":                           good,
		"console.yaml":                    good,
		" a":                              edge,
		"a ":                              edge,
		"a./b":                            edge,
		"..":                              edge,
		"a b":                             good,
		`a\b`:                             sign,
		"a:b":                             sign,
		"a*":                              sign,
		"why?":                            sign,
		`a"`:                              sign,
		"a|b":                             sign,
		"<a>":                             sign,
		"a\tb":                            unseen,
		"a\u202eb":                        unseen,
		"a/b\u200d":                       unseen,
		"\xff":                            "is not UTF-8",
		"content/" + device + "/\xc3.yml": "is not UTF-8",
	} {
		if got := Problem(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestFoldedNames checks names that are equal in a file system that ignores
// case, or one that composes letters.
func TestFoldedNames(t *testing.T) {
	for _, names := range [][]string{
		{"content/a.yaml", "CONTENT/A.YAML"},
		{"größe", "GRÖSSE", "gro\u0308ße"},
		{"ΣΟΦΟΣ", "σοφος", "σοφοσ"},
		{"é", "E\u0301", "É"},
	} {
		for _, name := range names {
			if Folded(name) != Folded(names[0]) {
				t.Errorf("%q and %q differ", name, names[0])
			}
		}
	}
	if got := Folded("Dir/B-2.YAML"); got != "dir/b-2.yaml" {
		t.Errorf("an ASCII name folds to %q", got)
	}
	if Folded("é") == Folded("e") {
		t.Error("an accent is folded away")
	}
}

// TestReasonsDoNotRepeatThePath checks an error with a path and one without.
func TestReasonsDoNotRepeatThePath(t *testing.T) {
	plain := errors.New("broken")
	if got := Reason(&fs.PathError{Op: "open", Path: "a", Err: fs.ErrNotExist}); got != fs.ErrNotExist {
		t.Errorf("the reason is %v", got)
	}
	if got := Reason(plain); got != plain {
		t.Errorf("%v became %v", plain, got)
	}
}
