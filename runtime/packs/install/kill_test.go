package install

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sleight/tests/memory"
)

const killVariable = "SHIP_KILL_AT"

// TestMain lets the test binary run as a process that installs packs and is
// killed at a step.
func TestMain(m *testing.M) {
	at, err := strconv.Atoi(os.Getenv(killVariable))
	if err != nil {
		os.Exit(memory.Tests{M: m}.Run())
	}
	dies(at)
}

// newer returns the packs that a killed process installs: a new version and a
// new pack.
var newer = []string{"a 1.1.0", "c 1.0.0"}

func dies(at int) {
	t := &panicking{}
	i := installation(t, os.Args[1], os.Args[2])
	if len(os.Args) > 3 { // installs the packs of a folder, without being killed
		install(t, i, os.DirFS(os.Args[3]))
		os.Exit(0)
	}
	n := 0
	i.step = func(string) error {
		if n++; n > at {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
		return nil
	}
	install(t, i, written(newer[0]), written(newer[1]))
	os.Exit(0)
}

// panicking is a testing.TB for use outside tests: it panics on failure.
type panicking struct{ testing.TB }

func (*panicking) Helper()                  {}
func (*panicking) Context() context.Context { return context.Background() }
func (*panicking) Fatal(args ...any)        { panic(fmt.Sprint(args...)) }

// TestAKilledInstallIsTheOldOrTheNew checks that a process killed while
// installing leaves the old or the new installation, and the next process can
// finish the change.
func TestAKilledInstallIsTheOldOrTheNew(t *testing.T) {
	exe := must[string](t)(os.Executable())
	const old, whole = "a 1.0.0, b 1.0.0", "a 1.1.0, b 1.0.0, c 1.0.0"
	seen := map[string]int{}
	for at := 0; ; at++ {
		i := bare(t)
		install(t, i, written("a 1.0.0"), written("b 1.0.0"))
		before := state(t, i)
		c := exec.Command(exe, i.Dir, i.Cache.Dir)
		c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", killVariable, at))
		out, err := c.CombinedOutput()
		got := clean(t, i)
		seen[got]++
		switch {
		case got != old && got != whole:
			t.Fatalf("killed at step %d: %s\n%s", at, got, out)
		case got == old:
			kept(t, i, before)
		}
		install(t, i, written(newer[0]), written(newer[1]))
		if got := clean(t, i); got != whole {
			t.Errorf("installed again: %s", got)
		}
		for name := range state(t, i) {
			if strings.Contains(name, newFile) {
				t.Errorf("%s is left", name)
			}
		}
		if err == nil {
			break
		}
		if at > 50 {
			t.Fatalf("it never ends: %s", out)
		}
	}
	if seen[old] < 5 || seen[whole] < 2 {
		t.Errorf("the ends are %v", seen)
	}
}

// kept checks that all earlier files still exist, byte for byte.
func kept(t *testing.T, i *Installation, before map[string]string) {
	t.Helper()
	now := state(t, i)
	for name, text := range before {
		if now[name] != text {
			t.Errorf("%s has changed", filepath.Base(name))
		}
	}
}
