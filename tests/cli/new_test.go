package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
	"sleight/schemas"
)

// TestNewMakesEveryKindForEveryGame checks that sleight new, in a copy of each
// shipped pack and in a new one, makes definitions that are valid and tests
// that pass, whatever the kind.
func TestNewMakesEveryKindForEveryGame(t *testing.T) {
	for _, pack := range append(shippedPacks(t), fresh) {
		t.Run(pack, func(t *testing.T) {
			t.Parallel()
			dir := holding(t, pack)
			enable(t, dir, pack) // the other packs do not matter here
			sleight(t, 0, "validate", dir)
			for _, kind := range kinds(t) {
				made := sleight(t, 0, "new", kind, "made_"+kind, "--pack", pack, "--content", dir)
				if kind != "keyword" && kind != "preset" && !strings.Contains(made, "1 test passed") {
					t.Errorf("new %s: no test passed\n%s", kind, made)
				}
			}
			// Nothing uses the new definitions yet.
			sleight(t, 0, "validate", dir, "--ignore", "unused")
		})
	}
}

// fresh is the id of a pack made by sleight new.
const fresh = "fresh"

// holding makes a workspace that contains one pack.
func holding(t *testing.T, pack string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if pack == fresh {
		if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
			t.Fatal(err)
		}
		sleight(t, 0, "new", "game", fresh, "--content", dir)
		return dir
	}
	for _, folder := range []string{"content", "scripts"} {
		from := os.DirFS(filepath.Join("..", "..", folder, pack))
		if err := os.CopyFS(filepath.Join(dir, folder, pack), from); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// enable makes a workspace use one pack and no other.
func enable(t *testing.T, dir, pack string) {
	t.Helper()
	text := "kind: workspace\nformat: 1\npacks: {" + pack + ": \"*\"}\n"
	if err := os.WriteFile(filepath.Join(dir, "sleight.yaml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// sleight runs a command and returns what it prints.
func sleight(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if got := cli.Run(context.Background(), args, strings.NewReader(""), &out, &out); got != code {
		t.Errorf("sleight %s ended with %d, not %d\n%s", strings.Join(args, " "), got, code, &out)
	}
	return out.String()
}

func shippedPacks(t *testing.T) (packs []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join("..", "..", "content"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			packs = append(packs, e.Name())
		}
	}
	return packs
}

// kinds lists the built-in kinds of definition, except game.
func kinds(t *testing.T) (all []string) {
	t.Helper()
	entries, err := schemas.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if kind := strings.TrimSuffix(e.Name(), ".schema.json"); !slices.Contains([]string{"envelope", "game", "locale", "migration", "pack", "patch", "workspace"}, kind) {
			all = append(all, kind)
		}
	}
	return all
}
