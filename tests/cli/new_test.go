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
	"sleight/runtime/author/newcontent"
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

// TestTemplatesAcceptEveryKind checks that sleight new makes definitions of
// every kind in every game template: there are no warnings except those that it
// announces, all tests pass, a new bot finishes its games, and no secrets leak.
func TestTemplatesAcceptEveryKind(t *testing.T) {
	for _, like := range newcontent.StarterGames() {
		t.Run(like, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
				t.Fatal(err)
			}
			sleight(t, 0, "new", "game", fresh, "--like", like, "--content", dir)
			enable(t, dir, fresh)
			var announced []string
			for _, kind := range kinds(t) {
				made := sleight(t, 0, "new", kind, "made_"+kind, "--content", dir)
				if note := "note: nothing brings " + kind + "/made_" + kind + " into the game; put it into"; strings.Contains(made, note) {
					announced = append(announced, kind+"/made_"+kind)
				}
			}
			found := sleight(t, min(1, len(announced)), "validate", dir)
			if n := strings.Count(found, "warning: "); n != len(announced) {
				t.Errorf("%d warnings, announced are %q\n%s", n, announced, found)
			}
			for _, key := range announced {
				if !strings.Contains(found, "nothing brings "+key+" into the game [unused/definition]") {
					t.Errorf("there is no warning about %s\n%s", key, found)
				}
			}
			sleight(t, 0, "test", fresh, "--content", dir)
			sleight(t, 0, "sim", fresh, "--bot", "made_bot", "-n", "40", "--content", dir)
			sleight(t, 0, "test", "--secrets", fresh, "--pairs", "30", "--content", dir)
		})
	}
}

// TestNewNamesWhatBlocksTheGame checks that in a game whose properties read data
// that one definition lacks, the error names the definition, and that sleight new
// reports that error instead of the absence of a game.
func TestNewNamesWhatBlocksTheGame(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	sleight(t, 0, "new", "game", fresh, "--like", "deck", "--content", dir)
	wolf := "kind: enemy\nid: wolf\nname: Wolf\nhp: 10\n"
	if err := os.WriteFile(filepath.Join(dir, "content", fresh, "wolf.yaml"), []byte(wolf), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"validate", dir}, {"new", "card", "blow", "--content", dir}} {
		out := sleight(t, 1, args...)
		if !strings.Contains(out, "nil has no field 'attack'") || !strings.Contains(out, "note: for enemy/wolf (") || strings.Contains(out, "there is no game here") {
			t.Errorf("%s: %s", args[0], out)
		}
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
