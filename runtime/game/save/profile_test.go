package save

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// TestProfilesOfTwoPrograms checks what a profile file has after two programs have written
// it in turn: "a x=1" begins a game of program a that changes x to 1, "a again x=1" goes on
// with it; "gone", "empty" and "damaged" replace the file, and "open" opens it for a again.
func TestProfilesOfTwoPrograms(t *testing.T) {
	for _, test := range []struct{ steps, want, next string }{
		{"a x=1", "x=1", "x=1"},
		{"a x=1, a again x=0", "", ""},                           // undone
		{"a x=1, a x=2, a again x=1", "x=1", "x=1"},              // undone in a second game
		{"b y=2, a x=1, a again x=0", "y=2", "y=2"},              // undone, after another's
		{"a x=1, b y=2, a again x=0", "y=2", "y=2"},              // undone, before another's
		{"a x=1, b y=2, a again x=3", "x=3 y=2", "x=3 y=2"},      // each has changed one
		{"a x=1, b x=2, a again x=3", "x=3", "x=3"},              // the last counts
		{"a x=1, b x=2, a again y=5", "x=1 y=5", "x=1 y=5"},      // a's own change stays
		{"a x=1, b y=2, a again x=1, a again x=0", "y=2", "y=2"}, // nothing new to write at first
		{"a y=1, b x=3, a again y=2, a again y=0", "x=3", "x=3"}, // undone after what b has changed was taken over
		{"b y=2, gone, a x=1", "x=1", "x=1"},
		{"a x=1, gone, a again x=1", "", "x=1"}, // nothing new to write
		{"a x=1, gone, a y=1", "x=1 y=1", "x=1 y=1"},
		{"empty, open, a x=1", "x=1", "x=1"},
		{"a x=1, damaged, a y=1", "x=1 y=1", "x=1 y=1"},
	} {
		file := filepath.Join(t.TempDir(), "profile.json")
		programs, games := map[string]*ProfileFile{}, map[string]rules.Profile{}
		for _, name := range []string{"a", "b"} {
			p, problem := OpenProfile(file)
			if problem != nil {
				t.Fatal(problem)
			}
			programs[name], games[name] = p, rules.Profile{"x": state.Num(0), "y": state.Num(0)}
			p.Begin(maps.Clone(games[name]))
		}
		for step := range strings.SplitSeq(test.steps, ", ") {
			words := strings.Fields(step)
			switch words[0] {
			case "gone":
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
				continue
			case "empty":
				write(t, file, `{"sleight_profile": 1}`)
				continue
			case "open":
				var problem *diag.Diagnostic
				if programs["a"], problem = OpenProfile(file); problem != nil {
					t.Fatal(problem)
				}
				continue
			case "damaged":
				write(t, file, `{`)
				continue
			}
			p, now, changes := programs[words[0]], games[words[0]], words[1:]
			if changes[0] == "again" {
				changes = changes[1:]
			} else {
				now["x"], now["y"] = state.Num(0), state.Num(0)
				maps.Copy(now, p.Values())
				p.Begin(maps.Clone(now))
			}
			for _, change := range changes {
				name, n, _ := strings.Cut(change, "=")
				now[name] = state.Num(float64(n[0] - '0'))
			}
			if err := p.Save(now); err != nil {
				t.Fatal(err)
			}
		}
		if got := listed(programs["a"].Values(), "x", "y"); got != test.next {
			t.Errorf("%s: the next game begins with %s, want %s", test.steps, got, test.next)
		}
		var in ProfileFile
		in.file = file
		found, _ := in.read()
		if got := listed(found, "x", "y"); got != test.want {
			t.Errorf("%s: the file has %s, want %s", test.steps, got, test.want)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// listed formats the values of a profile.
func listed(p rules.Profile, names ...string) string {
	var out []string
	for _, name := range names {
		if v, ok := p[name]; ok {
			out = append(out, fmt.Sprintf("%s=%s", name, v))
		}
	}
	return strings.Join(out, " ")
}
