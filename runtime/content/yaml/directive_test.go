package yaml

import (
	"strings"
	"testing"
	"time"

	"sleight/runtime/diag"
	"sleight/tests/clock"
)

// TestDirectivesAreRefusedBeforeTheLibrary checks that directives other than
// %YAML 1.1 and 1.2 are refused before the library reads them, which would take
// seconds for tens of thousands.
func TestDirectivesAreRefusedBeforeTheLibrary(t *testing.T) {
	const bound = 500 * time.Millisecond
	for _, c := range []struct {
		name, src string
		line      int // 0 if it is accepted
	}{
		{"a version", "%YAML 1.1\n---\na: 1\n", 0},
		{"the newest version", "\ufeff# note\n%YAML 1.2 # note\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2\n", 0},
		{"the newest version with old line ends", "%YAML \t1.2\r---\ra: 1\r", 0},
		{"a version to come", "%YAML 1.3\n---\na: 1\n", 1},
		{"an old version", "%YAML 1.0\n---\na: 1\n", 1},
		{"no version", "%YAML 1.22\n---\na: 1\n", 1},
		{"a tag after a version", "%YAML 1.2\n%TAG ! x\n---\na: 1\n", 2},
		{"two versions", "%YAML 1.1\n%YAML 1.1\n---\na: 1\n", 2},
		{"a tag", "# note\n\n%TAG ! x\n---\na: 1\n", 3},
		{"a tag after a byte order mark", "\ufeff%TAG ! x\n---\na: 1\n", 1},
		{"many tags", strings.Repeat("%TAG !a%d! x\n", 66_000) + "---\na: 1\n", 1},
		{"many different tags", many(66_000) + "---\na: 1\n", 1},
		{"old line ends", "%YAML 1.2\r%TAG ! x\r---\ra: 1\r", 2},
		{"in a later document", "a: 1\n...\n%TAG ! x\n---\na: 1\n", 3},
		{"within a text", "a: |\n  x\n  %TAG\nb: \"%x\"\n", 0},
	} {
		src := []byte(c.src)
		var problems diag.List
		took := clock.Within(500*time.Millisecond, func() time.Duration {
			return clock.Taken(func() { _, problems = Parse("x.yaml", src) })
		})
		if string(src) != c.src {
			t.Errorf("%s: the source was changed", c.name)
		}
		switch {
		case took > bound:
			t.Errorf("%s: it took %v of processor time", c.name, took)
		case c.line == 0 && len(problems) > 0, c.line > 0 && (len(problems) != 1 || problems[0].Place.Line != c.line || problems[0].Code != "content/yaml-feature"):
			t.Errorf("%s: got %v, want line %d", c.name, problems, c.line)
		}
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("%TAG !" + strings.Repeat("a", 1+i%7) + "b" + strings.Repeat("c", i/7%9) + "! x\n")
	}
	return b.String()
}
