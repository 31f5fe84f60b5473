package locale_test

import (
	"strings"
	"testing"

	"sleight/runtime/content/locale"
)

// TestLanguagesAreTagsOfBoundedLength checks what is a language, and how its tag is
// written.
func TestLanguagesAreTagsOfBoundedLength(t *testing.T) {
	long := "de-x" + strings.Repeat("-a1234567", 10) // 94 bytes
	for text, want := range map[string]string{
		"de": "de", "pt-BR": "pt-BR", "DE": "de", "de_AT.UTF-8": "de-AT", "de_DE@euro": "de-DE", "C": "", "": "", "und": "", "klingon!": "",
		long: long, long + "-bcdef": long + "-bcdef", long + "-bcdefg": "",
		"de." + strings.Repeat("x", 200): "de", // an operating system's own
	} {
		got, ok := locale.Parse(text)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q is %q, %t; want %q", text, got, ok, want)
		}
	}
}
