package embedding

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sleight/tests/subprocess"
)

const root = "../.."

// page returns the block of docs/embedding.md in a language. It refers to this
// checkout: for a copy, everything would be compiled again.
func page(t *testing.T, language string) string {
	t.Helper()
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "embedding.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(all) != 1 {
		t.Fatalf("docs/embedding.md has %d blocks of %s, not 1", len(all), language)
	}
	return strings.ReplaceAll(all[0][1], "../sleight", checkout)
}

// app makes the program's folder, with a workspace.
func app(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "runtime", "sleight", "testdata", "coins"))); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.go"), page(t, "go"))
	write(t, filepath.Join(dir, "go.mod"), "module example.com/app\n\ngo 1.26.8\n")
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// run runs a command in the folder. The go command may have to download go.mod
// files that building Sleight itself does not read.
func run(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(append(os.Environ(), "GOFLAGS="), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// TestFifteenLinesEmbedAGame enforces that main on the page has the fifteen lines that
// the README says.
func TestFifteenLinesEmbedAGame(t *testing.T) {
	_, body, _ := strings.Cut(page(t, "go"), "func main() {\n")
	if n := strings.Count(strings.TrimSuffix(body, "}\n"), "\n"); n > 15 {
		t.Errorf("main has %d lines", n)
	}
}

// TestAProgramWithReplace follows the commands of the page.
func TestAProgramWithReplace(t *testing.T) {
	dir := app(t)
	for line := range strings.Lines(page(t, "sh")) {
		words := strings.Fields(line)
		if words[0] == "go" && words[1] == "build" {
			words[1] = "vet" // the same without linking, which the other test does
		}
		run(t, dir, []string{"GOWORK=off"}, words[0], words[1:]...)
	}
}

// TestAProgramWithHotReload builds the program in a Go workspace, plays, and
// edits a script while it runs: the edit is live with the next command, the state
// is kept, and a faulty edit is reported and changes nothing.
func TestAProgramWithHotReload(t *testing.T) {
	dir := app(t)
	write(t, filepath.Join(dir, "go.work"), page(t, "work"))
	run(t, dir, []string{"GOWORK=" + filepath.Join(dir, "go.work")}, "go", "build", "-ldflags=-w", "-o", "app.exe")
	c := exec.CommandContext(t.Context(), filepath.Join(dir, "app.exe"))
	c.Dir, c.Stderr = dir, os.Stderr
	in, out := subprocess.Start(t, c)
	lines := bufio.NewScanner(out)
	next := func() string {
		t.Helper()
		if !lines.Scan() {
			t.Fatal("the program has ended")
		}
		return lines.Text()
	}
	expect := func(command string, want ...string) {
		t.Helper()
		if _, err := in.Write([]byte(command + "\n")); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if got := next(); got != w {
				t.Fatalf("%s: %q, expected %q", command, got, w)
			}
		}
	}
	expect("toss", "c1 Coin: value 0 → 2", "Heads 0 → 1")
	script := filepath.Join(dir, "scripts", "coins", "game.lua")
	write(t, script, "return { do_toss = function() rol_dice(\"coins\") end }\n")
	if got := next(); got != "scripts/coins/game.lua: not live" {
		t.Fatalf("a faulty edit: %q", got)
	}
	if got := next(); !strings.HasPrefix(got, "scripts/coins/game.lua:1:31: ") || !strings.Contains(got, "[script/unknown-global]") {
		t.Fatalf("a faulty edit: %q", got)
	}
	expect("toss", "c1 Coin: value 2 → 1")
	write(t, script, "return { do_toss = function() vars.heads = vars.heads + 10 end }\n")
	if got := next(); got != "scripts/coins/game.lua: live" {
		t.Fatalf("an edit: %q", got)
	}
	expect("toss", "Heads 1 → 11")
	expect("spend", "There is no action spend.")
	in.Close()
	if lines.Scan() {
		t.Errorf("then: %q", lines.Text())
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}
