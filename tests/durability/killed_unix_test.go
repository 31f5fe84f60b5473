//go:build unix

package durability

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/game/session"
	"sleight/tests/subprocess"
)

// TestKillsWhileSavingLeaveAValidSave kills the program at random moments while it
// saves over and over. Each time the file must load, as one of the games that
// were saved.
func TestKillsWhileSavingLeaveAValidSave(t *testing.T) {
	program := filepath.Join(t.TempDir(), "sleight")
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", program, "sleight/cmd/sleight").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	kills := 25
	if *long {
		kills = 300
	}
	c, dir := shipped(t), t.TempDir()
	r := rand.New(rand.NewPCG(3, 4))
	last, inTheMiddle := 0, 0
	for i := range kills {
		least := saveAndKill(t, program, dir, last, time.Duration(r.IntN(4_000))*time.Microsecond)
		file, err := os.Open(filepath.Join(dir, "game.json"))
		if err != nil {
			t.Fatalf("kill %d: there is neither the old save nor the new: %v", i, err)
		}
		s, _, problem := session.Load(c, file, "game.json")
		file.Close()
		if problem != nil {
			t.Fatalf("kill %d: %v", i, problem)
		}
		// The save that was reported is there, or a later one.
		if s.Turn() < least {
			t.Fatalf("kill %d: the save of command %d was reported, but the file holds %d", i, least, s.Turn())
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".save-*")); len(left) > 0 {
			inTheMiddle++
			for _, name := range left {
				os.Remove(name)
			}
		}
		last = s.Turn()
	}
	t.Logf("%d kills, %d of them while a save was being written; the last save has %d commands", kills, inTheMiddle, last)
}

// saveAndKill plays from the save of turn last on (a new game for 0), saves
// after each command, and kills the program some time after a save. It returns
// the turn of the last save that was reported.
func saveAndKill(t *testing.T, program, dir string, last int, after time.Duration) (told int) {
	t.Helper()
	c := exec.Command(program, "repl", "manipulation", "--seed", "1", "--no-watch")
	c.Dir = dir
	in, out := subprocess.Start(t, c)
	go func() { // until the pipe breaks
		defer in.Close()
		if last > 0 {
			fmt.Fprintln(in, "load game.json")
		}
		for {
			if _, err := io.WriteString(in, "lua set(vars, \"gold\", (vars.gold + 1) % 100)\nsave game.json\n"); err != nil {
				return
			}
		}
	}()
	told = last
	lines, saves := bufio.NewScanner(out), 0
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "Saved game.json after ")
		if !ok {
			continue
		}
		fmt.Sscan(text, &told)
		if saves++; saves == 3 {
			time.AfterFunc(after, func() { _ = c.Process.Kill() })
		}
	}
	_ = c.Wait()
	if saves < 3 {
		t.Fatalf("it saved %d times only", saves)
	}
	return told
}
