package cli_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"sleight/tests/worker"
)

// emulator runs programs for arm64 on other machines.
const emulator = "qemu-aarch64-static"

// way is a way to run the program.
type way struct {
	name    string
	env     []string // beyond what the tests have
	command func(t testing.TB, args ...string) *exec.Cmd
}

// ways returns the ways to run the program: normally, without instructions that
// some processors lack, and, in nightly runs, built for arm64.
func ways(t *testing.T, all bool) []way {
	t.Helper()
	list := []way{{"as it is", nil, worker.Command}, {"without extensions", []string{"GODEBUG=cpu.all=off"}, worker.Command}}
	if !all || runtime.GOARCH == "arm64" {
		return list
	}
	if _, err := exec.LookPath(emulator); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing: install qemu-user-static", emulator)
		}
		t.Logf("%s is not installed, so nothing is compared with arm64", emulator)
		return list
	}
	file := filepath.Join(t.TempDir(), "sleight-arm64")
	c := exec.Command("go", "build", "-ldflags=-w", "-o", file, "../../cmd/sleight")
	c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return append(list, way{"arm64", nil, func(_ testing.TB, args ...string) *exec.Cmd {
		c := exec.Command(emulator, append([]string{file}, args...)...)
		c.Env = os.Environ()
		return c
	}})
}

// TestReportsAreIdenticalOnAllPlatforms compares what sleight sim --json
// prints, byte for byte.
func TestReportsAreIdenticalOnAllPlatforms(t *testing.T) {
	night := os.Getenv("SLEIGHT_NIGHTLY") != ""
	runs := [][]string{{"forward", "--bot", "reference", "-n", "100"}}
	if night {
		runs = [][]string{
			{"forward", "--bot", "reference", "--bot", "random", "-n", "200"},
			{"forward", "--bot", "reference", "-n", "100", "--sweep", "params.max_hp=16..20"},
			{"manipulation", "-n", "200"},
			{"mana_draw", "-n", "200"},
			{"bomb_or_treasure", "--bot", "banker", "-n", "200"},
			{"never_die_guy", "--bot", "keeper", "-n", "100"},
		}
	}
	list := ways(t, night)
	for _, run := range runs {
		var first []byte
		for i, w := range list {
			c := w.command(t, append(append([]string{"sim"}, run...), "--seed", "7", "--json")...)
			c.Dir, c.Env = t.TempDir(), append(c.Env, w.env...)
			var errors bytes.Buffer
			c.Stderr = &errors
			out, err := c.Output()
			if err != nil || len(out) < 200 {
				t.Fatalf("%s, %v: %v\n%s%s", w.name, run, err, out, errors.String())
			}
			if i == 0 {
				first = out
			}
			if !bytes.Equal(out, first) {
				t.Errorf("%v %s reports something else:\n%.2000s\n%s\n%.2000s", run, w.name, out, list[0].name, first)
			}
		}
		t.Log(run, fmt.Sprintf("%x", sha256.Sum256(first)))
	}
}
