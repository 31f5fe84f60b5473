package tables_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/tests/subprocess"
)

// TestFourPythonClientsPlayAGame plays Mana Draw to its end with four clients
// that use the Python library.
func TestFourPythonClientsPlayAGame(t *testing.T) {
	t.Parallel() // it mostly waits
	python, ok := needs(t, "python3")
	if !ok {
		return
	}
	p := host(t, "mana_draw", "--seats", "4", "--keep", t.TempDir(), "--http", address(t))
	out, err := exec.Command(python, append([]string{root("docs/examples/seat.py")}, p.links[:4]...)...).CombinedOutput()
	if ends := regexp.MustCompile(`(?m)^Player \d of 4, after \d+ commands: (won|lost) `).FindAll(out, -1); err != nil || len(ends) != 4 {
		t.Errorf("%v\n%s\n%s", err, out, p.errs)
	}
	secretsStay(t, p)
}

// TestClientsComeBackAfterACrash lets clients of both libraries act while their
// host is down. When it is back, each of their commands is run exactly once.
func TestClientsComeBackAfterACrash(t *testing.T) {
	for program, script := range map[string]string{"python3": "crash.py", "node": "crash.mjs"} {
		path, ok := needs(t, program)
		if !ok {
			continue
		}
		folder, at := t.TempDir(), address(t)
		p := host(t, "mana_draw", "--keep", folder, "--http", at)
		library, err := filepath.Abs(root("."))
		if err != nil {
			t.Fatal(err)
		}
		client := exec.Command(path, filepath.Join("testdata", script), library, p.links[0], p.links[1])
		client.Stderr = os.Stderr
		in, out := subprocess.Start(t, client)
		lines := bufio.NewReader(out)
		for i := range 3 {
			line, err := lines.ReadString('\n') // "down" when the host may be killed, "up" when it must return
			if err != nil {
				t.Fatalf("%s ends: %v", script, err)
			}
			switch word := strings.TrimSpace(line); {
			case i == 0 && word == "down":
				p.stop()
			case i == 1 && word == "up":
				p = host(t, "--keep", folder, "--http", at)
			case i == 2 && word == "done":
			default:
				t.Fatalf("%s says %q", script, word)
			}
			if _, err := in.Write([]byte("\n")); err != nil && i < 2 {
				t.Fatal(err)
			}
		}
		if err := client.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, p.errs)
		}
		p.stop()
	}
}

// secretsStay checks that a host's log contains no token.
func secretsStay(t *testing.T, p *process) {
	t.Helper()
	for _, link := range p.links {
		if _, token, _ := strings.Cut(link, "#"); strings.Contains(p.errs.String(), token) {
			t.Errorf("the log holds a token: %s", p.errs)
		}
	}
}

// TestLibrariesAreSmall checks that the client libraries stay below 300 lines
// and use only the standard library of their language.
func TestLibrariesAreSmall(t *testing.T) {
	standard := []string{"http.client", "json", "random", "sys", "threading", "time", "urllib.parse"}
	imports := regexp.MustCompile(`(?m)^(?:import|from) ([\w.]+)|^import .*|require\(`)
	for _, file := range []string{"docs/examples/seat.py", "runtime/ui/studio/page/seatclient.js"} {
		text, err := os.ReadFile(root(file))
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines >= 300 {
			t.Errorf("%s has %d lines", file, lines)
		}
		for _, m := range imports.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(standard, m[1]) {
				t.Errorf("%s depends on something: %s", file, m[0])
			}
		}
	}
}
