package picture

import (
	"io/fs"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"sleight/content"
)

// pieces are what random changes insert.
var pieces = []string{
	"<", ">", "/", "\"", "'", "=", " ", "\n", "\r\n", "<g>", "</g>", "<a>", "<style>", "<svg>", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "\u00e9", "\x00", "\\", " onload=\"x\"", " href=\"x\"",
	" href=\"#x\"", " xmlns=\"x\"", " xmlns:a=\"x\"", " viewBox=\"0\"", "url(", "url(#a)", "src(", "@import", "x", "-", ":", "<?x?>", "<!DOCTYPE svg>", strings.Repeat("<g>", 63), strings.Repeat("<g/>", 5000),
}

// TestQuickAcceptsNothingElse changes the shipped pictures at random: what passesFast
// accepts, the XML reader accepts too. The fast check must accept the pictures as they are, or
// it would be of no use.
func TestQuickAcceptsNothingElse(t *testing.T) {
	var all []string
	plain := 0
	err := fs.WalkDir(content.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".svg" {
			return err
		}
		data, err := fs.ReadFile(content.Files, name)
		if all = append(all, string(data)); passesFast(data) {
			plain++
		}
		return err
	})
	if err != nil || plain < len(all)*9/10 || plain == 0 {
		t.Fatalf("passesQuickly accepts %d of %d pictures, %v", plain, len(all), err)
	}
	luck, accepted := rand.New(rand.NewPCG(1, 3)), 0
	for range 20_000 {
		text := all[luck.IntN(len(all))]
		for range 1 + luck.IntN(2) {
			from := luck.IntN(len(text) + 1)
			to := min(len(text), from+luck.IntN(8))
			text = text[:from] + pieces[luck.IntN(len(pieces))] + text[to:]
		}
		if !passesFast([]byte(text)) {
			continue
		}
		accepted++
		if line, err := checkXML([]byte(text)); err != nil {
			t.Fatalf("accepted, but line %d: %v:\n%s", line, err, text)
		}
	}
	if accepted < 500 {
		t.Errorf("only %d changed pictures were accepted", accepted)
	}
}

// FuzzQuick checks the same for any data.
func FuzzQuick(f *testing.F) {
	f.Add([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><g fill="url(#a)"><path d="M0 0"/>a</g></svg>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if passesFast(data) {
			if line, err := checkXML(data); err != nil {
				t.Errorf("line %d: %v", line, err)
			}
		}
	})
}
