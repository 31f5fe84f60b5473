package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
)

// TestInstallingAPackReloadsARunningSession checks that the game continues
// when a pack is installed, updated and removed.
func TestInstallingAPackReloadsARunningSession(t *testing.T) {
	dir, made := t.TempDir(), t.TempDir()
	t.Setenv("SLEIGHT_CACHE", t.TempDir())
	t.Setenv("SLEIGHT_CONFIG", t.TempDir())
	if err := os.CopyFS(made, os.DirFS(filepath.Join(packs, "hard_forward"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		var out bytes.Buffer
		if code := cli.Run(t.Context(), append(args, "--content", dir), strings.NewReader(""), &out, &out); code != 0 {
			t.Fatalf("sleight %s: %s", strings.Join(args, " "), &out)
		}
	}
	expect, end := playing(t, "--content", dir)
	expect("3")
	run("pack", "install", made)
	expect("5")

	edit(t, filepath.Join(made, "content", "hard_forward", "pack.yaml"), "version: 1.0.0", "version: 1.1.0")
	edit(t, filepath.Join(made, "content", "hard_forward", "enemies.yaml"), "by: 1.5", "by: 3")
	run("pack", "update")
	expect("9")
	// With --force, other bytes of the same version are installed too.
	edit(t, filepath.Join(made, "content", "hard_forward", "enemies.yaml"), "by: 3", "by: 2")
	run("pack", "install", made, "--force")
	expect("6")
	run("pack", "remove", "hard_forward")
	expect("3")
	end()
}

// TestTheFirstInstallReloadsARunningSession checks that a game played in an empty folder
// continues with a pack that is installed there.
func TestTheFirstInstallReloadsARunningSession(t *testing.T) {
	t.Setenv("SLEIGHT_CACHE", t.TempDir())
	t.Setenv("SLEIGHT_CONFIG", t.TempDir())
	made := filepath.Join(packs, "hard_forward")
	t.Chdir(t.TempDir())
	expect, end := playing(t)
	expect("3")
	var told bytes.Buffer
	if code := cli.Run(t.Context(), []string{"pack", "install", made}, strings.NewReader(""), &told, &told); code != 0 {
		t.Fatal(told.String())
	}
	expect("5")
	end()
}

func edit(t *testing.T, name, before, after string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(text, []byte(before)) {
		t.Fatalf("%s: %v: there is no %q", name, err, before)
	}
	if err := os.WriteFile(name, bytes.Replace(text, []byte(before), []byte(after), 1), 0o666); err != nil {
		t.Fatal(err)
	}
}
