package load

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// archive is a text file that holds several files, each after a line -- name
// --.
type archive struct {
	comment string
	names   []string
	texts   map[string]string
}

var sectionLine = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

func readArchive(t testing.TB, name string) *archive {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a := &archive{texts: map[string]string{}}
	text := string(data)
	marks := sectionLine.FindAllStringSubmatchIndex(text, -1)
	a.comment = text
	for i, m := range marks {
		if i == 0 {
			a.comment = text[:m[0]]
		}
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		section := text[m[2]:m[3]]
		a.names = append(a.names, section)
		a.texts[section] = text[m[1]:end]
	}
	return a
}

func (a *archive) write(t *testing.T, name string) {
	t.Helper()
	var out strings.Builder
	out.WriteString(a.comment)
	for _, section := range a.names {
		out.WriteString("-- " + section + " --\n" + a.texts[section])
	}
	if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
